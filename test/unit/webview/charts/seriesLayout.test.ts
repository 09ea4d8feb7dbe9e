import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainStyle } from '#insights/readSqlSettings.ts';
import { layoutSeries } from '#webview/charts/seriesLayout.ts';
import { markerPath, markerRadius } from '#webview/charts/seriesStyle.ts';

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

test('an area is on the one below it where it is 0, too', () => {
  const axis = { kind: 'text', interval: 'day', texts: ['a', 'b'] } as const;
  const series = [
    [3, 5],
    [2, 0],
  ].map((values, color) => ({ label: '', values, isComparison: false, color }));
  const data = { axis, form: 'area', series, style: plainStyle, isLastIncomplete: false } as const;
  const { outlines, xOf, yOf } = layoutSeries(data, { width: 400, height: 300 });
  const [left, right] = [xOf(0), xOf(1)].map((x) => Math.round(x * 10) / 10);
  const top = Math.round(yOf(5) * 10) / 10;
  assert.equal(outlines[1]?.line, `M${left},${top}L${right},${top}`);
});

test('a value between two gaps has a marker, in a line and in an area', () => {
  const axis = { kind: 'text', interval: 'day', texts: ['a', 'b', 'c', 'd', 'e'] } as const;
  for (const form of ['line', 'area'] as const) {
    const series = [{ label: '', values: [1, 2, null, 4, null], isComparison: false, color: 0 }];
    const data = { axis, form, series, style: plainStyle, isLastIncomplete: false };
    const { outlines, xOf, yOf } = layoutSeries(data, { width: 400, height: 300 });
    const at = markerPath(0, Math.round(xOf(3) * 10) / 10, Math.round(yOf(4) * 10) / 10, markerRadius);
    assert.deepEqual(
      outlines.map(({ dots }) => dots),
      [at],
    );
  }
});
