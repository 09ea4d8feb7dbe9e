import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { formatList, setDisplayLanguage } from '#text/displayLanguage.ts';
import { formatCount, formatDecimal, formatNumber, formatPercent } from '#text/formatNumber.ts';
import { formatAgo, formatClock, formatDateTime } from '#text/formatTime.ts';

const day = 86_400_000;
const time = new Date(2026, 10, 22, 14, 3).getTime();

afterEach(() => setDisplayLanguage('en'));

test('numbers and times follow the display language, not the machine’s', () => {
  setDisplayLanguage('de');
  assert.equal(formatCount(12_345), '12.345');
  assert.equal(formatDecimal(1.25), '1,3');
  assert.equal(formatNumber(1.25, 'exact'), '1,25');
  assert.match(formatPercent(1, 40), /^2,5\s%$/);
  assert.equal(formatClock(time), '14:03');
  assert.match(formatDateTime(time), /^22\.11\.2026/);
  assert.equal(formatAgo(time - 3 * day, time), 'vor 3 Tagen');
  setDisplayLanguage('en');
  assert.equal(formatCount(12_345), '12,345');
  assert.match(formatClock(time), /^2:03\sPM$/);
});

test('an invalid language means the machine’s', () => {
  setDisplayLanguage('not a language');
  assert.match(formatCount(12), /^\S+$/);
});

afterEach(() => setDisplayLanguage('en'));

test('several names are joined by a word', () => {
  setDisplayLanguage('en');
  assert.equal(formatList(['“A”', '“B”']), '“A” and “B”');
  setDisplayLanguage('de');
  assert.equal(formatList(['„A“', '„B“', '„C“']), '„A“, „B“ und „C“');
});
