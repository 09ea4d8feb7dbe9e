// An export as a table in VS Code: its file, its problems and the clipboard. test/pages/table has what the page does by itself.
import assert from 'node:assert/strict';
import { rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe } from 'node:test';
import { eventually } from '../driver/eventually.ts';
import { readClipboard } from '../driver/typing.ts';
import { useJourney } from '../driver/useJourney.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import { cell, cellAt, csvOf, headers, openTable, waitForStatus } from './tablePage.ts';

describe('an export as a table', () => {
  const session = useSharedWorkbench();
  const test = useJourney();
  const files = {
    'persons.csv': csvOf(2000),
    'broken.csv': 'a,b\r\n1,2\r\n3\r\n4,"five\r\n6,7\r\n',
  };

  before(async () => {
    for (const [name, text] of Object.entries(files))
      await writeFile(path.join(session().workspaceDir, name), text);
  });

  test.step('shows a CSV’s rows and columns', async () => {
    const frame = await openTable(session(), 'persons.csv');
    await waitForStatus(frame, /^2,000 persons/);
    assert.deepEqual(await headers(frame), ['created_at', 'name', 'note', 'email', 'plan', 'seats']);
    await eventually('the cells', async () => (await cell(frame, 0, 1)) === 'Person, 0');
  });

  test.step('copies whole rows with their headers for spreadsheets, by the key and by the menu', async () => {
    const { page, workbench } = session();
    const frame = await workbench.editors.webview('.grid .cell');
    const expected = [
      'created_at\tname\tnote\tproperties.email\tproperties.plan\tproperties.seats',
      '2021-02-11 12:00:00+00:00\tPerson, 1\t\tperson1@example.com\tstarter\t1',
      '2022-03-12 12:00:00+00:00\tPerson, 2\t\tperson2@example.com\tgrowth\t2',
    ].join('\n');
    const selectRows = async () => {
      await frame.locator('[aria-rowindex="3"] .number').click();
      await frame.locator('[aria-rowindex="4"] .number').click({ modifiers: ['Shift'] });
    };
    await selectRows();
    await page.keyboard.press('Control+C');
    await frame.locator('.message', { hasText: 'Copied 2 rows' }).waitFor();
    assert.equal(await readClipboard(page), expected);
    await cellAt(frame, 1, 1).click();
    await page.keyboard.press('Control+C');
    await frame.locator('.message', { hasText: 'Copied 1 cell' }).waitFor();
    await cellAt(frame, 1, 2).click(); // has no note
    await page.keyboard.press('Control+C');
    await frame.locator('.message', { hasText: 'the cell is empty' }).waitFor();
    assert.equal(await readClipboard(page), 'Person, 1');
    await selectRows();
    await cellAt(frame, 2, 1).click({ button: 'right' });
    await frame.getByRole('menuitem', { name: /^Copy(?! with)/ }).click();
    await frame.locator('.message', { hasText: 'Copied 2 rows' }).waitFor();
    assert.equal(await readClipboard(page), expected);
  });

  test.step('says when its file has changed or was deleted, and reloads it', async () => {
    const { workspaceDir, workbench } = session();
    const frame = await workbench.editors.webview('.grid .cell');
    const file = path.join(workspaceDir, 'persons.csv');
    await writeFile(file, csvOf(10));
    await frame.locator('.banner', { hasText: 'The file has changed' }).waitFor();
    await workbench.screenshot('table-8-changed');
    await frame.locator('.banner .button', { hasText: 'Reload' }).press('Enter');
    await waitForStatus(frame, /^10 persons/);
    await frame.locator('.grid:focus').waitFor();
    await frame.locator('.banner').waitFor({ state: 'hidden' });
    await truncate(file, 300);
    await frame.locator('.banner', { hasText: 'The file has changed' }).waitFor();
    await frame.locator('.banner .button', { hasText: 'Reload' }).click();
    await waitForStatus(frame, /^[1-5] persons/);
    await rm(file);
    await frame.locator('.banner', { hasText: 'The file was deleted' }).waitFor();
    assert.equal(await cell(frame, 0, 1), 'Person, 0');
    await workbench.screenshot('table-8-deleted');
  });

  test.step('shows the readable rows of a broken file, and its problems', async () => {
    const frame = await openTable(session(), 'broken.csv');
    await frame.locator('.problems', { hasText: '2 problems' }).click();
    await frame.locator('.problem-list li').first().waitFor();
    const sentences = await frame.locator('.problem-list li').allInnerTexts();
    assert.match(sentences[0] ?? '', /^Line 3: 1 cell for 2 columns/);
    assert.match(sentences[1] ?? '', /^Line 4: Unclosed quote/);
    await eventually('the row behind it', async () => (await cell(frame, 3, 1)) === '7');
    await session().workbench.screenshot('table-9-broken');
  });
});
