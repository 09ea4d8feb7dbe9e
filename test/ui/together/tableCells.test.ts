// Table cells: filter by one, copy and save some. Any file of rows opens as a table.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, before, describe, it } from 'node:test';
import { eventually, tryMs } from '../driver/eventually.ts';
import { readClipboard, typeInto } from '../driver/typing.ts';
import { useSharedWorkbench } from '../driver/useWorkbench.ts';
import {
  cell,
  cellAt,
  csvOf,
  firstVisibleCell,
  headers,
  openColumnMenu,
  openTable,
  waitForStatus,
} from './tablePage.ts';

describe('the cells of a table', () => {
  const session = useSharedWorkbench();
  const files = {
    'rows.csv': csvOf(2000),
    'semicolons.csv': Buffer.from('Größe;Preis\nklein;1,5\n"gr\noß";-12,25\nx\n', 'latin1'),
    'options.json': '{"theme": "dark", "tags": ["a"]}',
  };

  before(async () => {
    for (const [name, text] of Object.entries(files))
      await writeFile(path.join(session().workspaceDir, name), text);
  });

  afterEach(() => session().workbench.tidy());

  const inExplorer = (name: string) =>
    session().page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });

  const openFromExplorer = async (name: string) => {
    const { page, workbench } = session();
    await workbench.openView('Explorer');
    const file = inExplorer(name);
    // VS Code may miss a file that was written while its window started.
    await eventually(`${name} in the explorer`, async () => {
      if (await file.isVisible()) return true;
      await workbench.run('Refresh Explorer');
      return file.isVisible();
    });
    const entry = page.locator('.context-view .monaco-menu .action-item', { hasText: 'Open as Table' });
    // An explorer that redraws closes the menu, and a click as the menu opens is ignored.
    await eventually(`${name} as a table`, async () => {
      if (await entry.isHidden()) await file.click({ button: 'right', timeout: tryMs });
      await entry.click({ timeout: tryMs });
      await entry.waitFor({ state: 'hidden', timeout: tryMs });
      return true;
    });
  };

  it('filter by a cell’s value, are copied with headers, and save the rows shown', async () => {
    const { page, workbench, workspaceDir } = session();
    await openFromExplorer('rows.csv');
    const frame = await workbench.editors.webview('.grid .cell');
    await waitForStatus(frame, /^2,000 persons/);
    const choose = async (entry: string) => frame.locator('[role=menuitem]', { hasText: entry }).click();
    await cellAt(frame, 2, 0).click();
    await cellAt(frame, 0, 5).click({ modifiers: ['Shift'] });
    await cellAt(frame, 1, 4).click({ button: 'right' }); // within the selection, which stays
    await frame.locator('[role=menu]').waitFor();
    await workbench.screenshot('table-12-cell-menu');
    assert.doesNotMatch(await frame.locator('[role=menu]').innerText(), /Cut|Paste/);
    await choose('Filter by This Value');
    await waitForStatus(frame, /^500 of 2,000 persons/);
    await cellAt(frame, 0, 5).click({ button: 'right' });
    await choose('Exclude This Value');
    await waitForStatus(frame, /^49\d of 2,000 persons/);
    await openColumnMenu(frame, 'note', 'Hide Column');
    await cellAt(frame, 0, 1).click({ button: 'right' });
    await choose('Copy with Headers');
    await frame.locator('.message', { hasText: 'Copied 1 cell' }).waitFor();
    assert.equal(await readClipboard(page), 'name\nPerson, 5');
    await workbench.run('Cohort Deck: Save Export As…');
    await workbench.screenshot('table-13-save-shown');
    await workbench.quickInput.pick('Rows and Columns Shown');
    await workbench.quickInput.pick('Like the File');
    await workbench.quickInput.chooseFile(path.join(workspaceDir, 'shown.csv'));
    await workbench.editors.waitFor('shown.csv (Table)');
    await eventually('the copy as a table', async () => {
      const pages = await workbench.editors.webviews('.grid .cell');
      const counts = await Promise.all(pages.map((shown) => shown.locator('.status-rows').innerText()));
      return counts.some((count) => /^49\d (?!of)/.test(count));
    });
    const lines = (await readFile(path.join(workspaceDir, 'shown.csv'), 'utf8')).split('\r\n');
    assert.equal(lines[0], 'created_at,name,properties.email,properties.plan,properties.seats');
    assert.equal(lines[1], '2020-06-15 12:00:00+00:00,"Person, 5",person5@example.com,starter,5');
    assert.match(String(lines.length - 2), /^49\d$/);
  });

  it('opens from the explorer, and says of a file without rows what a table needs', async () => {
    const { workbench } = session();
    await openFromExplorer('options.json');
    const frame = await workbench.editors.webview('.nothing');
    await frame.getByText('“options.json” is not a list of objects').waitFor();
    await workbench.screenshot('table-11-unfit');
    await workbench.openView('Cohort Deck');
  });

  it('are read in the dialect of their file, which a click changes and the table remembers', async () => {
    const { workbench, workspaceDir } = session();
    const frame = await openTable(session(), 'semicolons.csv');
    const dialect = frame.locator('.status .dialect');
    await eventually('the dialect', async () =>
      (await dialect.innerText()).startsWith('Semicolon · Windows-1252 · header'),
    );
    assert.deepEqual(await headers(frame), ['Größe', 'Preis']);
    assert.equal(await cell(frame, 1, 0), 'gr↵oß');
    const number = frame.getByRole('rowheader', { name: '3: 1 cell for 2 columns.' });
    await number.hover();
    assert.equal(await number.getAttribute('title'), '1 cell for 2 columns.');
    await workbench.screenshot('table-14-dialect');
    await typeInto(frame.locator('.search'), '12,25');
    await waitForStatus(frame, /^1 of 3 rows/);
    await dialect.click();
    await workbench.screenshot('table-15-reopen-with');
    await workbench.quickInput.pick('No Header');
    await eventually('names by number', async () => (await headers(frame)).join() === 'Column 1,Column 2');
    await waitForStatus(frame, /^1 of 4 rows/);
    assert.equal(await frame.locator('.search').inputValue(), '12,25', 'the search is kept');
    await openTable(session(), 'semicolons.csv');
    const again = await workbench.editors.webview('.grid .cell');
    await eventually('the choice again', async () => (await headers(again)).join() === 'Column 1,Column 2');
    await workbench.run('Cohort Deck: Save Export As…');
    await workbench.quickInput.pick('As It Is');
    const copy = path.join(workspaceDir, 'copy.csv');
    await workbench.quickInput.chooseFile(copy);
    await workbench.editors.waitFor('copy.csv');
    assert.deepEqual(await readFile(copy), files['semicolons.csv']);
  });

  it('are where they were after the pages of the window are loaded again', async () => {
    const { page, workbench } = session();
    const frame = await openTable(session(), 'rows.csv');
    await waitForStatus(frame, /^2,000 persons/);
    await openColumnMenu(frame, 'seats', 'Sort Descending');
    await typeInto(frame.locator('.search'), 'person1');
    await waitForStatus(frame, /^1,111 of 2,000 persons/);
    await frame.locator('.grid').hover();
    await page.mouse.wheel(0, 2400);
    await eventually('rows further down', async () => (await firstVisibleCell(frame))?.index === 102);
    const shown = await firstVisibleCell(frame);
    const again = await workbench.reloadPages('.grid .cell');
    await eventually('the same rows', async () => {
      const { index, text } = (await firstVisibleCell(again)) ?? {};
      return index === shown?.index && text === shown?.text;
    });
    await waitForStatus(again, /^1,111 of 2,000 persons/);
    assert.equal(await again.locator('.search').inputValue(), 'person1');
    const sorted = again.locator('[role=columnheader][aria-sort=descending] .head-label');
    assert.equal(await sorted.innerText(), 'seats');
  });

  it('leave the keyboard in the explorer that previews them', async () => {
    const { page, workbench } = session();
    await session().changeSettings({ 'workbench.editorAssociations': { '*.csv': 'cohortDeck.table' } });
    await workbench.openView('Explorer');
    await eventually('the table', async () => {
      await inExplorer('rows.csv').click({ timeout: tryMs });
      await workbench.editors.webview('.grid .cell', undefined, tryMs);
      return true;
    });
    await page.locator('.explorer-folders-view .monaco-list:focus').waitFor();
    await session().changeSettings({});
  });
});
