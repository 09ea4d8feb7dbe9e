import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainStyle } from '#insights/readSqlSettings.ts';
import { layoutSeries } from '#webview/charts/seriesLayout.ts';

type Form = 'line' | 'area' | 'stackedBars' | 'groupedBars';

/** Three points in 400 × 300 pixels. */
function layoutOf(form: Form, ...all: readonly (readonly (number | null)[])[]) {
  const axis = { kind: 'text', interval: 'day', texts: ['a', 'b', 'c'] } as const;
  const series = all.map((values, color) => ({ label: `${color}`, values, isComparison: false, color }));
  const data = { axis, form, series, style: plainStyle, isLastIncomplete: false };
  const layout = layoutSeries(data, { width: 400, height: 300 });
  const { xOf, yOf, seriesAt } = layout;
  /** What is at a value, some of the way from a point to the next one. */
  const at = (point: number, value: number, part = 0) => {
    const x = xOf(point) + part * (xOf(point + 1) - xOf(point));
    return seriesAt(part > 0.5 ? point + 1 : point, { x, y: yOf(value) });
  };
  /** What is at a value, some pixels beside a point. */
  const beside = (point: number, value: number, px: number) =>
    seriesAt(point, { x: xOf(point) + px, y: yOf(value) });
  return { at, beside };
}

const flat = [10, 1, 40].map((value) => [value, value, value]);

test('the pointer is at the nearest line, if that is close enough', () => {
  const { at } = layoutOf('line', ...flat);
  assert.deepEqual(
    [39.9, 25, 1.1].map((value) => at(1, value)),
    [2, undefined, 1],
  );
});

test('the pointer is at a line that rises steeply between two points', () => {
  const { at } = layoutOf('line', [0, 100, 0], [50, 50, 50]);
  assert.deepEqual([at(0, 25, 0.25), at(0, 75, 0.75), at(1, 75, 0.25)], [0, 0, 0]);
  assert.equal(at(0, 50, 0.2), 1);
  assert.equal(at(0, 0, 0.4), undefined);
});

test('no line leads to a point without a value, and a value between two gaps is its marker', () => {
  const { at, beside } = layoutOf('line', [null, 5, null], [10, 10, null]);
  assert.equal(at(1, 10, 0.3), undefined);
  assert.deepEqual([beside(1, 5, 7), beside(1, 5, 9)], [0, undefined]);
});

test('the pointer is at the area around it, also between two points', () => {
  const { at } = layoutOf('area', [0, 100, 0], [100, 0, 100]);
  assert.deepEqual([at(0, 20, 0.25), at(0, 30, 0.25), at(1, 70, 0.25), at(1, 80, 0.25)], [0, 1, 0, 1]);
  assert.equal(at(0, 101, 0.25), undefined);
});

test('the pointer is at the part of a stack around it, and at none beside it', () => {
  const { at, beside } = layoutOf('stackedBars', ...flat);
  assert.deepEqual(
    [5, 10.5, 50, 51.5].map((value) => at(1, value)),
    [0, 1, 2, undefined],
  );
  assert.deepEqual([beside(1, 5, 40), beside(1, 5, 55)], [0, undefined]);
});

test('the pointer is at one of the bars side by side, and at a small one if it is near', () => {
  const { beside } = layoutOf('groupedBars', ...flat, [-20, -20, -20]); // each 24 pixels wide
  assert.deepEqual([beside(1, 5, -36), beside(1, 20, 12), beside(1, -5, 36)], [0, 2, 3]);
  assert.equal(beside(1, 20, -36), undefined);
  assert.equal(beside(1, 2, -12), 1);
});
