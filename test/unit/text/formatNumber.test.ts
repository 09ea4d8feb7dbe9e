import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { inEnglish } from '#text/translate.ts';
import { setDisplayLanguage } from '#text/displayLanguage.ts';
import { formatPersons, formatPersonsOf, formatPercent, formatPlainNumber } from '#text/formatNumber.ts';

afterEach(() => setDisplayLanguage('en'));

test('a part of an empty whole has no share', () => {
  assert.equal(formatPercent(0, 0), '–');
  assert.equal(formatPercent(1, 8), '12.5%');
});

test('a part has one decimal: less than all is never 100%, and more than nothing never 0%', () => {
  const shown = (parts: readonly number[]) => parts.map((part) => formatPercent(part, 1000));
  assert.deepEqual(shown([124, 126, 500, 997, 1000]), ['12.4%', '12.6%', '50%', '99.7%', '100%']);
  assert.deepEqual(shown([999.2, 999.9999]), ['>99.9%', '>99.9%']);
  assert.deepEqual(shown([0, 0.4, 0.000_04]), ['0%', '0.04%', '0.000004%']);
  assert.deepEqual(shown([1001, 12_345, -126]), ['100.1%', '1,234.5%', '-12.6%']);
});

test('a small number is not rounded to zero', () => {
  const shown = [0, 0.0025, -0.001, 0.25, 1.005, 1234.5, 2e-9, 1e300].map(formatPlainNumber);
  assert.deepEqual(shown, ['0', '0.0025', '-0.001', '0.25', '1.01', '1,234.5', '2E-9', '1E300']);
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
