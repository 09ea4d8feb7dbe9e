import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setDisplayLanguage } from '#text/displayLanguage.ts';
import {
  formatAgo,
  formatAgoShort,
  formatClock,
  formatClockWithSeconds,
  formatDateTime,
  formatDateTimeWithSeconds,
  formatIsoDate,
  formatMoment,
  formatTimeRange,
} from '#text/formatTime.ts';

const day = 86_400_000;
const time = new Date(2026, 10, 22, 14, 3).getTime();

afterEach(() => setDisplayLanguage('en'));

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
  assert.equal(formatIsoDate('so\u202eon\n'), 'soon ');
  assert.notEqual(formatIsoDate('2026-11-22T14:03:00Z'), '2026-11-22T14:03:00Z');
});

test('a time beyond all calendars is a question mark, and throws nothing', () => {
  for (const format of [formatClock, formatClockWithSeconds, formatDateTime, formatDateTimeWithSeconds])
    for (const wrong of [NaN, Infinity, 1e300]) assert.equal(format(wrong), '?');
  assert.equal(formatMoment(new Date(NaN)), '?');
});

test('a time ago is short where there is little room, and exact where two times are compared', () => {
  setDisplayLanguage('en');
  const ago = (ms: number) => formatAgoShort(time - ms, time);
  assert.deepEqual([0, 60_000, 7_200_000, 3 * day].map(ago), [
    'now',
    '1 min. ago',
    '2 hr. ago',
    '3 days ago',
  ]);
  assert.match(formatDateTimeWithSeconds(time + 7000), /^Nov 22, 2026, 2:03:07\sPM$/);
  assert.match(formatTimeRange(time, time + 7000), /^11\/22\/26, 2:03:00\sPM\s–\s2:03:07\sPM$/);
  setDisplayLanguage('de');
  assert.deepEqual([60_000, 7_200_000].map(ago), ['vor 1 Min.', 'vor 2 Std.']);
});
