import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAs } from './readAs.ts';

test('a series of the previous period has its own days if they are dates, one for each value', () => {
  const present = { label: 'orders', days: ['2026-11-01', '2026-11-02'], data: [3, 5] };
  const daysOf = (days: readonly string[] | undefined) => {
    const previous = { label: 'orders', compare_label: 'previous', days, data: [1, 2] };
    const result = [{ ...present, compare_label: 'current' }, previous];
    const { series } = readAs('series', { id: 1, insight: { filters: { insight: 'TRENDS' }, result } });
    return series.map((one) => one.days);
  };
  assert.deepEqual(daysOf(['2026-10-30', '2026-10-31']), [undefined, ['2026-10-30', '2026-10-31']]);
  for (const odd of [undefined, ['yesterday', '2026-10-31'], ['2026-10-30']])
    assert.deepEqual(daysOf(odd), [undefined, undefined]);
});
