import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockTime } from '#insights/projectTimeZone.ts';
import { inEachZone } from '../inEachZone.ts';
import { readAs } from './readAs.ts';

function isIncomplete(interval: string, day: string, last_refresh: string, timezone?: unknown): boolean {
  const result = [{ label: 'orders', days: [day], data: [1] }];
  const insight = { filters: { insight: 'TRENDS', interval }, result, last_refresh, timezone };
  return readAs('series', { id: 1, insight }).isLastIncomplete;
}

test('an interval without a zone ends at the same time on every machine: in UTC', () => {
  inEachZone((zone) => {
    for (const hour of [
      '2026-11-03 13:00:00',
      '2026-11-03T13:00',
      '2026-11-03T13:00:00Z',
      '2026-11-03T15:00+02:00',
    ]) {
      assert.equal(isIncomplete('hour', hour, '2026-11-03T13:59:59Z'), true, `${hour} in ${zone}`);
      assert.equal(isIncomplete('hour', hour, '2026-11-03T14:00:00Z'), false, `${hour} in ${zone}`);
    }
    assert.equal(isIncomplete('hour', '2026-11-03T13:00', '2026-11-03 13:59:59'), true, zone);
    assert.equal(isIncomplete('day', '2026-11-03', '2026-11-03T23:59:59Z'), true, zone);
    assert.equal(isIncomplete('day', '2026-11-03 00:00:00', '2026-11-04T00:00:00Z'), false, zone);
  });
});

test('an interval without a zone ends in the zone that the insight names, also where its clocks change', () => {
  inEachZone(() => {
    const ends: Readonly<Record<string, string>> = {
      'America/New_York': '2026-11-02T05:00:00Z', // the day after the change to winter time
      'Asia/Kolkata': '2026-11-01T18:30:00Z',
      UTC: '2026-11-02T00:00:00Z',
      'Neither/Nor': '2026-11-02T00:00:00Z',
    };
    for (const [name, end] of Object.entries(ends)) {
      const before = new Date(Date.parse(end) - 1000).toISOString();
      assert.equal(isIncomplete('day', '2026-11-01', before, name), true, name);
      assert.equal(isIncomplete('day', '2026-11-01', end, name), false, name);
    }
    // A date with a zone keeps it.
    assert.equal(
      isIncomplete('day', '2026-11-01T00:00:00+09:00', '2026-11-01T15:00:00Z', 'America/New_York'),
      false,
    );
  });
});

test('as many intervals as no calendar has do not end', () => {
  for (const interval of ['second', 'hour', 'day', 'week', 'month', 'year']) {
    const filters = { insight: 'TRENDS', interval, interval_count: Number.MAX_SAFE_INTEGER };
    const result = [{ label: 'orders', days: ['2026-11-03'], data: [1] }];
    const insight = { filters, result, last_refresh: '2026-11-05T00:00:00Z' };
    assert.equal(readAs('series', { id: 1, insight }).isLastIncomplete, true, interval);
  }
});

test('an interval ends by the clock of its zone where that changes in the hours around its end', () => {
  const ends = [
    ['day', '2026-10-03', 'Australia/Sydney', '2026-10-03T14:00:00Z'], // the clock changes two hours after its end
    ['week', '2026-09-27', 'Australia/Sydney', '2026-10-03T14:00:00Z'],
    ['day', '2026-10-25T00:00:00+02:00', 'Europe/Berlin', '2026-10-25T23:00:00Z'], // it changes in this day
    ['month', '2026-10-01T00:00:00+02:00', 'Europe/Berlin', '2026-10-31T23:00:00Z'],
    ['hour', '2026-10-25T02:00:00+02:00', 'Europe/Berlin', '2026-10-25T01:00:00Z'],
    ['hour', '2026-10-25T01:00:00', 'Europe/Berlin', '2026-10-25T00:00:00Z'],
  ] as const;
  for (const [interval, date, zone, end] of ends) {
    const before = new Date(Date.parse(end) - 1000).toISOString();
    assert.equal(isIncomplete(interval, date, before, zone), true, `${interval} ${date}`);
    assert.equal(isIncomplete(interval, date, end, zone), false, `${interval} ${date}`);
  }
});

test('the clock of a text is read whatever zone it has, with or without seconds', () => {
  const noon = Date.UTC(2026, 10, 3, 12, 5);
  for (const end of ['', ':00', 'Z', ':00.5Z', '+02:00', ':00-0330'])
    assert.equal(clockTime(`2026-11-03T12:05${end}`), noon, end);
  assert.equal(clockTime('2026-11-03'), Date.UTC(2026, 10, 3));
  assert.ok(Number.isNaN(clockTime('soon')));
});
