import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainStyle } from '#insights/insightSettings.ts';
import { layoutSeries } from '#webview/charts/seriesLayout.ts';

test('an area has a gap where a series has no value, and goes down where it is 0', () => {
  const axis = { kind: 'text', interval: 'day', texts: ['a', 'b', 'c', 'd', 'e'] } as const;
  const partsOf = (middle: number | null) => {
    const under = { label: 'under', values: [1, 1, 1, 1, 1], isComparison: false, color: 0 };
    const series = [under, { ...under, values: [3, 4, middle, 5, 6], color: 1 }];
    const data = { axis, form: 'area', series, style: plainStyle, isLastIncomplete: false } as const;
    const [, upper] = layoutSeries(data, { width: 400, height: 300 }).outlines;
    assert.ok(upper);
    return [upper.area, upper.line].map((outline) => outline.split('M').length - 1);
  };
  assert.deepEqual(partsOf(0), [1, 1]);
  assert.deepEqual(partsOf(null), [2, 2]);
});
