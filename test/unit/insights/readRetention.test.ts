import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unlimited } from '#insights/chartLimits.ts';
import { readTile } from '#insights/readTile.ts';
import { leftOutNotes } from '#webview/dashboard/tileNotes.ts';

function readAs(period: string, last_refresh: string | null | undefined, result: readonly object[]) {
  const model = readTile({
    id: 1,
    insight: { filters: { insight: 'RETENTION', period }, result, last_refresh },
  });
  assert.ok(model.kind === 'retention');
  return model;
}

describe('retention', () => {
  test('has a row for each cohort', () => {
    const result = [
      {
        date: '2026-11-01T00:00:00Z',
        label: 'Week 0',
        values: [{ count: 10 }, { count: 4 }],
        breakdown_value: 'DE',
      },
      { date: 'soon', label: 'Week 1', values: [{ count: 7 }] },
    ];
    const { rows, interval } = readAs('Week', undefined, result);
    assert.equal(interval, 'week');
    assert.deepEqual(rows, [
      { label: 'Week 0', date: '2026-11-01T00:00:00Z', breakdown: 'DE', counts: [10, 4], completeCounts: 2 },
      { label: 'Week 1', date: undefined, breakdown: '', counts: [7], completeCounts: 1 },
    ]);
  });

  test('knows which intervals had not ended when it was computed, if that and its dates are known', () => {
    const row = (date: string, count: number) => ({
      date,
      label: 'a',
      values: Array.from({ length: count }, () => ({ count: 1 })),
    });
    const complete = (period: string, last_refresh: string | null, ...rows: readonly object[]) =>
      readAs(period, last_refresh, rows).rows.map(({ completeCounts }) => completeCounts);
    const weeks = [row('2026-11-01', 3), row('2026-11-08T00:00:00Z', 2), row('2026-11-15', 1)];
    assert.deepEqual(complete('Week', '2026-11-21T23:59:59Z', ...weeks), [2, 1, 0]);
    assert.deepEqual(complete('Week', '2026-11-22T00:00:00Z', ...weeks), [3, 2, 1]);
    assert.deepEqual(complete('Week', null, ...weeks, row('soon', 2)), [3, 2, 1, 2]);
    assert.deepEqual(complete('Week', '2026-11-21T00:00:00Z', row('soon', 2)), [2]);
    assert.deepEqual(complete('Day', '2026-11-03T12:00:00Z', row('2026-11-01', 4)), [2]);
    assert.deepEqual(complete('Hour', '2026-11-01T02:30:00Z', row('2026-11-01T00:00:00Z', 3)), [2]);
    const inHelsinki = row('2026-02-01T00:00:00+02:00', 3);
    assert.deepEqual(complete('Month', '2026-04-30T21:59:59Z', inHelsinki), [2]);
    assert.deepEqual(complete('Month', '2026-04-30T22:00:00Z', inHelsinki), [3]);
    // The months end after 28, 31 and 30 days.
    assert.deepEqual(complete('Month', '2026-04-30T12:00:00Z', row('2026-02-01', 3)), [2]);
    assert.deepEqual(complete('Month', '2026-05-01T12:00:00Z', row('2026-02-01', 3)), [3]);
    // A month from January 31 ends with the last day of February.
    assert.deepEqual(complete('Month', '2026-02-27T23:59:59Z', row('2026-01-31', 3)), [0]);
    assert.deepEqual(complete('Month', '2026-02-28T00:00:00Z', row('2026-01-31', 3)), [1]);
    assert.deepEqual(complete('Month', '2026-03-31T00:00:00Z', row('2026-01-31', 3)), [2]);
  });

  test('says how many intervals it leaves out', () => {
    const days = (count: number) => ({
      date: '2026-08-01',
      label: 'a',
      values: Array.from({ length: count }, () => ({ count: 1 })),
    });
    const model = readAs('Day', undefined, [days(90), days(89)]);
    assert.deepEqual(model.columnsShown, { shown: 50, total: 90 });
    assert.deepEqual(leftOutNotes(model), ['Showing the first 50 of 90 intervals.']);
    assert.deepEqual(leftOutNotes(readAs('Day', undefined, [days(7)])), []);
  });

  test('as a table has all cohorts, however many, and each value of a breakdown', () => {
    const values = Array.from({ length: 12 }, (_, at) => `v${at}`);
    const one = { label: 'a', values: [{ count: 1 }], breakdown_value: values };
    const result = Array.from({ length: 200_000 }, () => one);
    const tile = { id: 1, insight: { filters: { insight: 'RETENTION' }, result } };
    const whole = readTile(tile, unlimited);
    assert.ok(whole.kind === 'retention');
    assert.equal(whole.rows.length, 200_000);
    assert.equal(whole.rows[0]?.breakdown, values.join(' · '));
    const shown = readTile(tile);
    assert.ok(shown.kind === 'retention');
    assert.equal(shown.rows[0]?.breakdown, values.slice(0, 10).join(' · '));
  });
});
