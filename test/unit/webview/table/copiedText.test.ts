import assert from 'node:assert/strict';
import { it } from 'node:test';
import { copiedText } from '#webview/table/copiedText.ts';

it('counts rows where all visible columns were copied, else cells', () => {
  const columns = 6;
  assert.equal(copiedText({ rows: 3, cells: 18 }, columns), 'Copied 3 rows');
  assert.equal(copiedText({ rows: 1, cells: 6 }, columns), 'Copied 1 row');
  assert.equal(copiedText({ rows: 3, cells: 6 }, columns), 'Copied 6 cells');
  assert.equal(copiedText({ rows: 1, cells: 1 }, columns), 'Copied 1 cell');
  assert.equal(copiedText({ rows: 1000, cells: 5000 }, columns), 'Copied 5,000 cells');
});
