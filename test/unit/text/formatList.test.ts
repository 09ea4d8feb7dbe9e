import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setDisplayLanguage } from '#text/displayLanguage.ts';
import { formatList } from '#text/formatList.ts';

afterEach(() => setDisplayLanguage('en'));

test('several names are joined by a word', () => {
  setDisplayLanguage('en');
  assert.equal(formatList(['“A”', '“B”']), '“A” and “B”');
  setDisplayLanguage('de');
  assert.equal(formatList(['„A“', '„B“', '„C“']), '„A“, „B“ und „C“');
});
