import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { inEnglish } from '#text/translate.ts';
import {
  formatAgo,
  formatAgoShort,
  formatClock,
  formatCount,
  formatDateTime,
  formatDateTimeWithSeconds,
  formatDecimal,
  formatIsoDate,
  formatList,
  formatPersons,
  formatPersonsOf,
  formatShare,
  setDisplayLanguage,
} from '#text/localFormat.ts';

const day = 86_400_000;
const time = new Date(2026, 10, 22, 14, 3).getTime();

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

test('numbers and times follow the display language, not the machine’s', () => {
  setDisplayLanguage('de');
  assert.equal(formatCount(12_345), '12.345');
  assert.equal(formatDecimal(1.25), '1,3');
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

test('one person is singular', () => {
  setDisplayLanguage('en');
  assert.deepEqual(
    [0, 1, 2, 1234].map((count) => formatPersons(count, inEnglish)),
    ['0 persons', '1 person', '2 persons', '1,234 persons'],
  );
  assert.equal(formatPersonsOf(0, 1, inEnglish), '0 of 1 person');
  assert.equal(formatPersonsOf(1, 1234, inEnglish), '1 of 1,234 persons');
});

test('a distance in time is in its largest unit', () => {
  setDisplayLanguage('en');
  const ago = (ms: number) => formatAgo(time - ms, time);
  assert.deepEqual([0, 59_000, 60_000, 7_200_000, day, 2 * day, 65 * day, 800 * day, -day].map(ago), [
    'now',
    'now',
    '1 minute ago',
    '2 hours ago',
    'yesterday',
    '2 days ago',
    '2 months ago',
    '2 years ago',
    'now',
  ]);
});

test('an invalid date of the service stays as it is', () => {
  assert.equal(formatIsoDate('soon'), 'soon');
  assert.notEqual(formatIsoDate('2026-11-22T14:03:00Z'), '2026-11-22T14:03:00Z');
});

test('a time ago is short where there is little room, and exact where two are compared', () => {
  setDisplayLanguage('en');
  const ago = (ms: number) => formatAgoShort(time - ms, time);
  assert.deepEqual([0, 60_000, 7_200_000, 3 * day].map(ago), [
    'now',
    '1 min. ago',
    '2 hr. ago',
    '3 days ago',
  ]);
  assert.match(formatDateTimeWithSeconds(time + 7000), /^Nov 22, 2026, 2:03:07\sPM$/);
  setDisplayLanguage('de');
  assert.deepEqual([60_000, 7_200_000].map(ago), ['vor 1 Min.', 'vor 2 Std.']);
});

test('several names are joined by a word', () => {
  setDisplayLanguage('en');
  assert.equal(formatList(['“A”', '“B”']), '“A” and “B”');
  setDisplayLanguage('de');
  assert.equal(formatList(['„A“', '„B“', '„C“']), '„A“, „B“ und „C“');
});
