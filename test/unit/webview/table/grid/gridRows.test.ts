import assert from 'node:assert/strict';
import test from 'node:test';
import { isPlainNumber } from '#webview/table/grid/gridRows.tsx';

test('numbers are aligned as such, however a database writes them', () => {
  for (const text of ['0', '-1.50', '.5', '-.5', '1E5', '1e5', '-2.5E+3', '.5e-7'])
    assert.ok(isPlainNumber(text, false), text);
  for (const text of ['', '007', '1,5', 'E5', '1E', '1E5.5', '12345678901234567890', '1.2.3'])
    assert.equal(isPlainNumber(text, false), false, text);
  for (const text of ['1,5', ',5', '1.234,5', '1E5', '1,5E-07']) assert.ok(isPlainNumber(text, true), text);
});
