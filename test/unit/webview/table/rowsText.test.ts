import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setDisplayLanguage } from '#text/displayLanguage.ts';
import { rowsText } from '#webview/table/rowsText.ts';
import { TableStore } from '#webview/table/state/tableStore.ts';

test('the number of rows or persons is singular or plural', () => {
  setDisplayLanguage('en');
  const { state } = new TableStore(() => undefined);
  const textOf = (more: Partial<typeof state>) => rowsText({ ...state, isIndexed: true, ...more });
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
