// A table's page: its grid, columns, search, filters, groups and summaries.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import type { Frame } from 'playwright-core';
import { accessibilityProblems } from '../../ui/driver/accessibility.ts';
import { eventually } from '../../ui/driver/eventually.ts';
import { chooseOption, takeBack, typeInto } from '../../ui/driver/typing.ts';
import { useJourney } from '../../ui/driver/useJourney.ts';
import { cell, cellAt, csvOf, headers, openColumnMenu, waitForStatus } from '../../ui/together/tablePage.ts';
import { usePages } from '../driver/usePages.ts';
import { TableHost } from './tableHost.ts';
import { temporaryFolder } from '../../volatile.ts';

const persons = 2000;

/** More rows than an element can be high. */
const manyRows = 700_000;

function manyLines(): string {
  return `id,n\n${Array.from({ length: manyRows }, (_, at) => `p${at},${at}\n`).join('')}`;
}

describe('an export as a table', () => {
  const pages = usePages();
  const test = useJourney();
  let folder: string;
  let host: TableHost | undefined;

  before(() => {
    folder = temporaryFolder();
  });
  after(async () => {
    await host?.close();
  });

  async function open(name: string, text: string): Promise<void> {
    const last = host;
    const file = path.join(folder, name);
    await writeFile(file, text);
    host = await pages().open('table', (post) => new TableHost(post, file));
    await last?.close(); // not earlier: its page asks it for rows
  }

  test.step('shows a CSV’s rows and columns', async () => {
    await open('persons.csv', csvOf(persons));
    const { frame } = pages();
    await waitForStatus(frame, /^2,000 persons/);
    assert.deepEqual(await headers(frame), ['created_at', 'name', 'note', 'email', 'plan', 'seats']);
    await eventually('the cells', async () => (await cell(frame, 0, 1)) === 'Person, 0');
    assert.equal(await cell(frame, 4, 2), '=1+1');
    await pages().keepPicture('table-1-rows');
  });

  test.step('moves by keys; Enter shows the person, Escape returns to the grid', async () => {
    const { frame, page } = pages();
    await cellAt(frame, 0, 1).click();
    await page.keyboard.press('Control+End');
    await eventually('the last cell', async () => (await active(frame)) === '1999/5');
    await eventually('its text', async () => (await cell(frame, 1999, 1)) === 'Person, 1999');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await eventually('the fourth row', async () => (await active(frame)) === '3/0');
    await page.keyboard.press('Enter');
    await frame.locator('.properties dd', { hasText: 'in two lines' }).waitFor();
    const names = await frame.locator('.properties dt').allInnerTexts();
    assert.deepEqual(names, ['created_at', 'name', 'note', 'email', 'plan']);
    await pages().keepPicture('table-2-person');
    await page.keyboard.press('Escape');
    await frame.locator('.pane').waitFor({ state: 'hidden' });
    await eventually('the grid to have the focus', async () => isFocused(frame, '.grid'));
  });

  test.step('gives screen readers its size and its active cell', async () => {
    const { frame, page } = pages();
    const grid = frame.getByRole('grid', { name: 'persons.csv' });
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await eventually('the second cell', async () => (await active(frame)) === '0/1');
    const attribute = async (name: string) => grid.getAttribute(name);
    assert.deepEqual(
      [await attribute('aria-rowcount'), await attribute('aria-colcount'), await attribute('aria-readonly')],
      [String(persons + 1), '7', 'true'],
    );
    const focused = frame.locator(`#${await attribute('aria-activedescendant')}`);
    assert.deepEqual(
      [await focused.getAttribute('role'), await focused.getAttribute('aria-selected')],
      ['gridcell', 'true'],
    );
    assert.equal(await focused.textContent(), 'Person, 0');
    assert.equal(await frame.getByRole('columnheader', { name: 'plan' }).count(), 1);
    assert.equal(await frame.getByTitle('properties.plan').first().innerText(), 'plan');
    assert.equal(await frame.getByRole('rowheader', { name: '1', exact: true }).count(), 1);
  });

  test.step('sorts by a header, by mouse and keyboard', async () => {
    const { frame, page } = pages();
    await frame.locator('.head-label', { hasText: 'seats' }).click();
    await eventually('the least seats first', async () => (await cell(frame, 0, 5)) === '1');
    const header = frame.locator('[role=columnheader][aria-sort=ascending]');
    assert.equal(await header.locator('.head-label').innerText(), 'seats');
    await page.keyboard.press('Enter'); // the header is active
    await eventually('the most seats first', async () => (await cell(frame, 0, 5)) === '449');
    await page.keyboard.press('Enter');
    await eventually('the file’s order', async () => (await cell(frame, 0, 1)) === 'Person, 0');
  });

  test.step('groups by a column: each value with its rows, which open and close by keys and by a click', async () => {
    const { frame, page } = pages();
    const groups = async () => frame.locator('.group-row:visible .group-value').allInnerTexts();
    await openColumnMenu(frame, 'plan', 'Group by This Column');
    await waitForStatus(frame, /^2,000 persons in 4 groups$/);
    await eventually('the groups', async () => (await groups()).join() === 'enterprise,free,growth,starter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await eventually('a person of the second group', async () => (await cell(frame, 2, 1)) === 'Person, 0');
    await eventually('the next one', async () => (await cell(frame, 3, 1)) === 'Person, 4');
    await pages().keepPicture('table-10-groups');
    assert.deepEqual(await accessibilityProblems(frame), []);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await frame.locator('.pane').getByText('person0@example.com').waitFor();
    await page.keyboard.press('Escape');
    await frame.locator('.group-row:visible', { hasText: 'free' }).click();
    await eventually('the group to be closed', async () => (await groups()).length === 4);
    const share = frame.locator('.group-row:visible .group-share').first();
    assert.equal(await share.innerText(), '25%');
    await typeInto(frame.locator('.search'), 'person19');
    await eventually('the share of the hits', async () =>
      (await share.innerText()).endsWith(' of 111 shown'),
    );
    await pages().assertReadable('table-10-groups-of-hits');
    await typeInto(frame.locator('.search'), '');
    await eventually('the share of all', async () => (await share.innerText()) === '25%');
    await frame.getByRole('button', { name: 'Ungroup' }).click();
    await waitForStatus(frame, /^2,000 persons$/);
    await eventually('all rows', async () => (await cell(frame, 1, 1)) === 'Person, 1');
  });

  test.step('counts the matches of a search, which undo reverts, and of a filter', async () => {
    const { frame, page } = pages();
    await typeInto(frame.locator('.search'), 'PERSON19');
    await waitForStatus(frame, /^111 of 2,000 persons/);
    await eventually('the column of the first hit', async () => (await active(frame)) === '0/3');
    await pages().keepPicture('table-3-hits');
    await takeBack(frame.locator('.search'), '');
    await waitForStatus(frame, /^2,000 persons/);
    await frame.locator('.head-label', { hasText: 'plan' }).click({ button: 'right' });
    await frame.locator('[role=menuitem]', { hasText: 'Filter…' }).click();
    await frame.locator('.filter-form input:focus').waitFor();
    await page.keyboard.type('enter');
    await page.keyboard.press('Enter');
    await waitForStatus(frame, /^500 of 2,000 persons/);
    assert.equal(await frame.locator('.chip-words').innerText(), 'plan contains enter');
    await eventually('the rows', async () => (await cell(frame, 1, 4)) === 'enterprise');
    await pages().keepPicture('table-3-filtered');
  });

  test.step('edits a filter by a click on its chip', async () => {
    const { frame, page } = pages();
    const chip = frame.locator('.chip-words');
    await chip.click();
    const value = frame.locator('.filter-form input:focus');
    await value.waitFor();
    assert.equal(await value.inputValue(), 'enter');
    await page.keyboard.type('grow'); // the value is selected
    await page.keyboard.press('Enter');
    await frame.locator('.chip-words', { hasText: 'plan contains grow' }).waitFor();
    await frame.locator('.filter-form').waitFor({ state: 'detached' });
    assert.equal(await chip.count(), 1);
    await eventually('the rows', async () => (await cell(frame, 1, 4)) === 'growth');
    await waitForStatus(frame, /^500 of 2,000 persons/);
  });

  test.step('summarizes a column: filled cells, frequent values, distribution', async () => {
    const { frame } = pages();
    await openColumnMenu(frame, 'seats', 'Summary');
    await frame.locator('.histogram .slot').first().waitFor();
    const [head, pane] = await Promise.all(
      [frame.locator('.head', { hasText: 'seats' }), frame.locator('.pane')].map((one) => one.boundingBox()),
    );
    assert.ok(head && pane && head.x + head.width <= pane.x, 'the pane does not cover its column');
    const facts = await frame.locator('.facts').innerText();
    assert.match(facts, /Filled\s+333 \(66.6%\)/);
    await pages().keepPicture('table-4-summary');
    await frame.locator('.chip .button').click();
    await waitForStatus(frame, /^2,000 persons/);
    await eventually('the summary of all', async () =>
      /Filled\s+1,333/.test(await frame.locator('.facts').innerText()),
    );
    await openColumnMenu(frame, 'created_at', 'Summary');
    await eventually('the days', async () =>
      /2020-01-10 12:00:00/.test(await frame.locator('.facts').innerText()),
    );
    await pages().keepPicture('table-5-dates');
    await frame.locator('.pane-head .button').click();
  });

  test.step('clears a message when the person continues', async () => {
    const { frame, page } = pages();
    const hasMessage = async () => (await frame.locator('.message').innerText()) !== '';
    await page.keyboard.press('ArrowDown');
    assert.equal(await hasMessage(), false, 'another cell');
    await page.keyboard.press('Control+C');
    await frame.locator('.message', { hasText: 'Copied 1 cell' }).waitFor();
    await frame.locator('.grid').hover();
    await page.mouse.wheel(0, 240);
    await eventually('no message', async () => !(await hasMessage()));
  });

  test.step('keeps the row numbers visible when columns scroll out of view', async () => {
    const { frame, page } = pages();
    const grid = frame.locator('.grid');
    const number = frame.locator('.row:not([hidden]) .number').first();
    const left = async () => Math.round((await number.boundingBox())?.x ?? NaN);
    const atFirst = await left();
    await openColumnMenu(frame, 'plan', 'Pin Column');
    await eventually('plan first', async () => (await headers(frame))[0] === 'plan');
    const pinned = frame.locator('.row:not([hidden]) .cell.pinned').first();
    const pinnedLeft = async () => Math.round((await pinned.boundingBox())?.x ?? NaN);
    const pinnedAtFirst = await pinnedLeft();
    const size = page.viewportSize();
    assert.ok(size);
    await page.setViewportSize({ width: 410, height: size.height });
    await grid.hover();
    await page.mouse.wheel(150, 0);
    await eventually('columns are away', async () => (await grid.evaluate((one) => one.scrollLeft)) === 150);
    await eventually('the number stays', async () => (await left()) === atFirst);
    assert.equal(await pinnedLeft(), pinnedAtFirst);
    const colors = await frame
      .locator('.row.odd:not([hidden])')
      .first()
      .evaluate((odd) => {
        const inRow = odd.querySelector('.cell.pinned');
        const ofCell = inRow ? getComputedStyle(inRow).backgroundImage : '';
        return { ofRow: getComputedStyle(odd).backgroundColor, ofCell };
      });
    assert.notEqual(colors.ofRow, 'rgba(0, 0, 0, 0)');
    assert.ok(colors.ofCell.includes(colors.ofRow), JSON.stringify(colors));
    const ofHead = await frame
      .locator('.head.pinned')
      .evaluate((head) => getComputedStyle(head).backgroundColor);
    assert.notEqual(ofHead, 'rgba(0, 0, 0, 0)', 'the names of columns below do not show through');
    await pages().keepPicture('table-aside');
    await page.mouse.wheel(-150, -10_000);
    await page.setViewportSize(size);
    await eventually('the number is where it was', async () => (await left()) === atFirst);
    await openColumnMenu(frame, 'plan', 'Unpin Column');
    await eventually('the file’s order', async () => (await headers(frame))[0] === 'created_at');
  });

  test.step('hides, moves and resizes columns', async () => {
    const { frame, page } = pages();
    await openColumnMenu(frame, 'note', 'Hide Column');
    await eventually('no note', async () => !(await headers(frame)).includes('note'));
    const name = frame.locator('.head', { hasText: 'name' }).first();
    await name.click();
    const width = (await name.boundingBox())?.width ?? 0;
    await page.keyboard.press('Alt+ArrowRight');
    await eventually('a wider column', async () => ((await name.boundingBox())?.width ?? 0) > width);
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await eventually('name first', async () => (await headers(frame))[0] === 'name');
    await dragHeader(frame, 'plan', 'name');
    await eventually('plan first', async () => (await headers(frame))[0] === 'plan');
    await frame.locator('.toolbar .button', { hasText: 'Columns' }).click();
    await frame.locator('.column-tools input:focus').waitFor();
    await pages().keepPicture('table-6-columns');
    await frame.locator('.column-tools .button', { hasText: 'Show All' }).click();
    await eventually('the note again', async () => (await headers(frame)).includes('note'));
  });

  test.step('hides and shows the listed columns; the last one stays, which its list explains', async () => {
    const { frame } = pages();
    const tool = (name: string) => frame.locator('.column-tools').getByRole('button', { name }).click();
    const search = frame.locator('.column-tools input');
    const stays = frame.locator('.pane').getByText('stays visible: a table shows at least one column.');
    const all = await headers(frame);
    await typeInto(search, 'no');
    await tool('Hide Listed');
    await eventually('no note', async () => !(await headers(frame)).includes('note'));
    assert.deepEqual(
      await headers(frame),
      all.filter((name) => name !== 'note'),
    );
    assert.equal(await stays.count(), 0);
    await tool('Show Listed');
    await eventually('the note again', async () => (await headers(frame)).length === all.length);
    await typeInto(search, '');
    await tool('Hide All');
    await stays.waitFor();
    const [kept, ...others] = await headers(frame);
    assert.deepEqual(others, []);
    assert.ok((await stays.innerText()).startsWith(`${kept} stays`));
    await pages().assertReadable('table-6-last-column');
    await tool('Show All');
    await eventually('all columns', async () => (await headers(frame)).length === all.length);
    assert.equal(await stays.count(), 0);
  });

  test.step('is readable in each theme', async () => {
    const { frame } = pages();
    await cellAt(frame, 0, 1).click();
    await openColumnMenu(frame, 'seats', 'Summary');
    await frame.locator('.histogram .slot').first().waitFor();
    await pages().assertReadable('table-7');
  });

  test.step('keeps a filter without a value editable, even if its column was hidden', async () => {
    await open('rows.csv', csvOf(persons));
    const { frame } = pages();
    await waitForStatus(frame, /^2,000 persons/);
    const condition = frame.getByRole('combobox', { name: 'Condition' });
    await openColumnMenu(frame, 'plan', 'Filter…');
    await frame.locator('.filter-form input:focus').waitFor();
    await chooseOption(condition, 'is empty');
    await frame.locator('.filter-form [type=submit]').click();
    await waitForStatus(frame, /^0 of 2,000 persons/);
    await openColumnMenu(frame, 'plan', 'Hide Column');
    await eventually('no plan', async () => !(await headers(frame)).includes('plan'));
    await frame.locator('.chip-words', { hasText: 'plan is empty' }).click();
    await frame.locator('select[aria-label="Condition"]:focus').waitFor();
    const column = frame.getByRole('combobox', { name: 'Column' });
    assert.equal(await column.locator('option:checked').innerText(), 'plan');
    await chooseOption(condition, 'is not empty');
    await frame.locator('.filter-form [type=submit]').click();
    await waitForStatus(frame, /^2,000 /);
    await frame.locator('.chip-words', { hasText: 'plan is not empty' }).waitFor();
  });

  test.step('scrolls through more rows than an element can be high', async () => {
    await open('many.csv', manyLines());
    const { frame, page } = pages();
    await waitForStatus(frame, /^700,000 rows/);
    await eventually('no work left', async () => frame.locator('.work').isHidden());
    await cellAt(frame, 0, 0).click();
    await page.keyboard.press('Control+End');
    await eventually('the last row', async () => (await cell(frame, manyRows - 1, 0)) === `p${manyRows - 1}`);
    await pages().keepPicture('table-10-last-of-many');
    await page.keyboard.press('Control+Home');
    await eventually('the first row', async () => (await cell(frame, 0, 0)) === 'p0');
    await frame.locator('.grid').hover();
    await page.mouse.wheel(0, 240);
    await eventually('ten rows on', async () => (await firstRow(frame)) === 10);
    await page.mouse.wheel(0, 2_400_000);
    await eventually('the rows far below, with their cells', async () => {
      const row = await firstRow(frame);
      return row > 50_000 && (await cell(frame, row, 0)) === `p${row}`;
    });
  });
});

/** The active cell as `row/column`, from 0. */
async function active(frame: Frame): Promise<string> {
  const found = frame.locator('#active-cell');
  const row = await found.locator('..').getAttribute('aria-rowindex');
  return `${Number(row) - 2}/${Number(await found.getAttribute('aria-colindex')) - 2}`;
}

async function firstRow(frame: Frame): Promise<number> {
  return Number(await frame.locator('.row:visible').first().getAttribute('aria-rowindex')) - 2;
}

async function isFocused(frame: Frame, selector: string): Promise<boolean> {
  return (await frame.locator(`${selector}:focus`).count()) === 1;
}

/** Drags a header to the left half of another. */
async function dragHeader(frame: Frame, from: string, to: string): Promise<void> {
  const page = frame.page();
  const start = await frame.locator('.head', { hasText: from }).first().boundingBox();
  const end = await frame.locator('.head', { hasText: to }).first().boundingBox();
  assert.ok(start && end);
  await page.mouse.move(start.x + 30, start.y + 10);
  await page.mouse.down();
  await page.mouse.move(end.x + 20, end.y + 10, { steps: 5 });
  await page.mouse.move(end.x + 5, end.y + 10);
  await page.mouse.up();
}
