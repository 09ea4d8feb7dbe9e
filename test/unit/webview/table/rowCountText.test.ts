import assert from 'node:assert/strict';
import { it, test } from 'node:test';
import { setDisplayLanguage } from '#text/displayLanguage.ts';
import { copiedText, rowCountText } from '#webview/table/rowCountText.ts';
import { TableStore } from '#webview/table/tableState.ts';

test('an incomplete export says how many persons the cohort had', () => {
  setDisplayLanguage('en');
  const { state } = new TableStore(() => undefined);
  const incomplete = { ...state, holdsPersons: true, totalRows: 10_000, cohortPersons: 28_834 };
  assert.equal(rowCountText({ ...incomplete, totalRows: 5000 }), '5,000 persons', 'before all of it is read');
  const read = { ...incomplete, isIndexed: true };
  assert.equal(rowCountText(read), '10,000 of 28,834 persons (incomplete export)');
  const narrowed = { ...read, isNarrowed: true, shownRows: 7 };
  assert.equal(rowCountText(narrowed), '7 of 10,000 persons (incomplete export)');
});

test('the number of rows or persons is singular or plural', () => {
  setDisplayLanguage('en');
  const { state } = new TableStore(() => undefined);
  const textOf = (more: Partial<typeof state>) => rowCountText({ ...state, isIndexed: true, ...more });
  for (const [holdsPersons, one, many] of [
    [true, 'person', 'persons'],
    [false, 'row', 'rows'],
  ] as const) {
    assert.equal(textOf({ holdsPersons, totalRows: 1 }), `1 ${one}`);
    assert.equal(textOf({ holdsPersons, totalRows: 2000 }), `2,000 ${many}`);
    assert.equal(textOf({ holdsPersons, isNarrowed: true, shownRows: 0, totalRows: 1 }), `0 of 1 ${one}`);
    assert.equal(textOf({ holdsPersons, isNarrowed: true, shownRows: 1, totalRows: 9 }), `1 of 9 ${many}`);
  }
});

it('counts rows where all visible columns were copied, else cells', () => {
  const columns = 6;
  assert.equal(copiedText({ rows: 3, cells: 18 }, columns), 'Copied 3 rows');
  assert.equal(copiedText({ rows: 1, cells: 6 }, columns), 'Copied 1 row');
  assert.equal(copiedText({ rows: 3, cells: 6 }, columns), 'Copied 6 cells');
  assert.equal(copiedText({ rows: 1, cells: 1 }, columns), 'Copied 1 cell');
  assert.equal(copiedText({ rows: 1000, cells: 5000 }, columns), 'Copied 5,000 cells');
});
