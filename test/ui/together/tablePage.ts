// What the tests of tables share: files of persons, and the page that shows them.
import type { Frame, Locator } from 'playwright-core';
import { eventually } from '../driver/eventually.ts';
import type { Session } from '../driver/session.ts';

const plans = ['free', 'starter', 'growth', 'enterprise'];

/** Persons in the columns of an export. */
export function csvOf(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const day = `20${20 + (at % 5)}-0${1 + (at % 9)}-1${at % 9}`;
    const note = at === 3 ? '"says ""hi"",\r\nin two lines"' : at === 4 ? '=1+1' : '';
    return `${day} 12:00:00+00:00,"Person, ${at}",${note},person${at}@example.com,${plans[at % 4]},${at % 3 ? at % 450 : ''}\r\n`;
  });
  return `created_at,name,note,properties.email,properties.plan,properties.seats\r\n${rows.join('')}`;
}

export async function openTable({ workbench }: Session, file: string): Promise<Frame> {
  // The webview of a hidden tab looks as visible as that of the active one.
  await workbench.editors.closeAll();
  await workbench.quickInput.openFile(file);
  await workbench.editors.waitFor(file);
  await workbench.run('Cohort Deck: Open as Table');
  return workbench.editors.webview('.grid .cell');
}

export async function waitForStatus(frame: Frame, text: RegExp): Promise<void> {
  await eventually(`the status ${String(text)}`, async () =>
    text.test(await frame.locator('.status-rows').innerText()),
  );
}

export async function headers(frame: Frame): Promise<string[]> {
  const labels = frame.locator('[role=columnheader] .head-label:visible');
  await labels.first().waitFor();
  return labels.allInnerTexts();
}

/** By row and column from 0, without the row number. */
export async function cell(frame: Frame, row: number, column: number): Promise<string> {
  return (await cellAt(frame, row, column).textContent()) ?? '';
}

/** Once its text has come. */
export function cellAt(frame: Frame, row: number, column: number): Locator {
  return frame.locator(`[aria-rowindex="${row + 2}"] [aria-colindex="${column + 2}"]:visible:not(.coming)`);
}

/** The first cell of the first row below the header whose text has come, `top` in pixels. */
export async function firstVisibleCell(frame: Frame) {
  return frame.locator('.grid').evaluate((grid) => {
    const headerBottom = grid.querySelector('[aria-rowindex="1"]')?.getBoundingClientRect().bottom ?? 0;
    const tops = [...grid.querySelectorAll('[aria-rowindex]')].flatMap((row) => {
      const { top, bottom, height } = row.getBoundingClientRect();
      const text = row.querySelector('[aria-colindex="2"]:not(.coming)')?.textContent;
      const index = Number(row.getAttribute('aria-rowindex'));
      return height > 0 && bottom > headerBottom && index > 1 && text !== undefined
        ? [{ top, index, text }]
        : [];
    });
    return tops.toSorted((one, other) => one.top - other.top)[0];
  });
}

export async function openColumnMenu(frame: Frame, column: string, item: string): Promise<void> {
  await frame.locator('.head', { hasText: column }).first().click({ button: 'right' });
  await frame.locator('[role=menuitem]', { hasText: item }).click();
}
