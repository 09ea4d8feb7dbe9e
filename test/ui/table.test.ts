// An export as a table, in the workbench.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { eventually } from './driver/eventually.ts';
import type { Session } from './driver/session.ts';
import { useWorkbench } from './driver/useWorkbench.ts';

const persons = 2000;
const plans = ['free', 'starter', 'growth', 'enterprise'];

function csvOf(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const day = `20${20 + (at % 5)}-0${1 + (at % 9)}-1${at % 9}`;
    const note = at === 3 ? '"says ""hi"",\r\nin two lines"' : at === 4 ? '=1+1' : '';
    return `${day} 12:00:00+00:00,"Person, ${at}",${note},person${at}@example.com,${plans[at % 4]},${at % 3 ? at % 450 : ''}\r\n`;
  });
  return `created_at,name,note,properties.email,properties.plan,properties.seats\r\n${rows.join('')}`;
}

const json = JSON.stringify([
  { id: 'a', properties: { $os: 'Linux', company: { name: 'Müller' } } },
  { id: 'b', properties: { $os: 'macOS' }, distinct_ids: ['x', 'y'] },
]);

/** Rows of a table that is higher than a page can be. */
const manyRows = 700_000;

function manyLines(): string {
  return `id,n\n${Array.from({ length: manyRows }, (_, at) => `p${at},${at}\n`).join('')}`;
}

describe('an export as a table', () => {
  const session = useWorkbench({
    workspaceFiles: {
      'persons.csv': csvOf(persons),
      'few.json': json,
      'broken.csv': 'a,b\r\n1,2\r\n3\r\n4,"five\r\n6,7\r\n',
      'many.csv': manyLines(),
    },
  });

  it('shows a CSV’s rows and columns', async () => {
    const frame = await openTable(session(), 'persons.csv');
    await waitForStatus(frame, /^2,000 persons/);
    assert.deepEqual(await headers(frame), [
      'created_at',
      'name',
      'note',
      'properties.email',
      'properties.plan',
      'properties.seats',
    ]);
    assert.equal(await cell(frame, 0, 1), 'Person, 0');
    assert.equal(await cell(frame, 4, 2), '=1+1');
    await session().workbench.screenshot('table-1-rows');
  });
});

async function openTable({ workbench }: Session, file: string): Promise<Frame> {
  await workbench.press('ControlOrMeta+P');
  await workbench.quickInput.type(file);
  await workbench.quickInput.pick(file);
  await workbench.editors.waitFor(file);
  await workbench.run('Cohort Deck: Open as Table');
  return workbench.editors.webview('.grid .cell');
}

async function waitForStatus(frame: Frame, text: RegExp): Promise<void> {
  await eventually(`the status ${String(text)}`, async () =>
    text.test(await frame.locator('.status-rows').innerText()),
  );
}

async function headers(frame: Frame): Promise<string[]> {
  return frame.locator('[role=columnheader] .head-label:visible').allInnerTexts();
}

/** By places from 0, the row's number left out. */
async function cell(frame: Frame, row: number, column: number): Promise<string> {
  const found = frame.locator(`[aria-rowindex="${row + 2}"] [aria-colindex="${column + 2}"]:visible`);
  return (await found.textContent()) ?? '';
}
