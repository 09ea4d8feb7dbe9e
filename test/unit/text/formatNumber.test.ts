import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { inEnglish } from '#text/translate.ts';
import { setDisplayLanguage } from '#text/displayLanguage.ts';
import { formatPersons, formatPersonsOf, formatShare } from '#text/formatNumber.ts';

afterEach(() => setDisplayLanguage('en'));

test('a part of nothing has no share', () => {
  assert.equal(formatShare(0, 0), '–');
  assert.equal(formatShare(1, 8), '12.5%');
});

test('shares have the same number of decimals, and a few of many are neither none nor all', () => {
  const shares = [0, 1, 999, 1000, 500_000, 999_000, 999_999, 1_000_000];
  assert.deepEqual(
    shares.map((part) => formatShare(part, 1_000_000)),
    ['0.0%', '<0.1%', '<0.1%', '0.1%', '50.0%', '99.9%', '>99.9%', '100.0%'],
  );
});

test('one person is singular', () => {
  setDisplayLanguage('en');
  assert.deepEqual(
    [0, 1, 2, 1234].map((count) => formatPersons(count, inEnglish)),
    ['0 persons', '1 person', '2 persons', '1,234 persons'],
  );
  assert.equal(formatPersonsOf(0, 1, inEnglish), '0 of 1 person');
  assert.equal(formatPersonsOf(1, 1234, inEnglish), '1 of 1,234 persons');
});
