// Values that are no numbers, or too large: the chart is drawn without them, and its table has them as they came.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toDataTable } from '#insights/dataTable.ts';
import { inEnglish } from '#text/translate.ts';
import { funnelScale } from '#webview/charts/kinds/funnel.tsx';
import { drawingNotes } from '#webview/dashboard/tileNotes.ts';
import { readAs } from './readAs.ts';

const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];
const odd = ['NaN', 3, 1e308, null, { a: 1 }];
const oddCells = ['NaN', 3, 1e308, null, '{"a":1}'];
const trend = (display: string, result: readonly object[]) => ({
  insight: { filters: { insight: 'TRENDS', display, events: [{}] }, result },
});
const note = '3 values cannot be drawn: they are too large, or not numbers. The table shows them.';

describe('one value that cannot be drawn', () => {
  for (const display of ['ActionsLineGraph', 'ActionsAreaGraph', 'ActionsBar', 'ActionsUnstackedBar'])
    test(`is a gap in the display ${display}, which says so`, () => {
      const model = readAs('series', trend(display, [{ label: 'a', days, data: odd }]));
      assert.deepEqual(model.series[0]?.values, [null, 3, null, null, null]);
      assert.deepEqual(
        toDataTable(model, inEnglish)?.rows,
        days.map((day, place) => [day, oddCells[place]]),
      );
      assert.deepEqual(drawingNotes(model), [note]);
    });

  test('is a gap in a lifecycle', () => {
    const result = [{ status: 'new', days, data: odd }];
    const model = readAs('lifecycle', { insight: { filters: { insight: 'LIFECYCLE' }, result } });
    assert.deepEqual(drawingNotes(model), [note]);
  });

  test('leaves a series without any value, beside others', () => {
    const texts = { label: 'b', days, data: days.map(() => 'none') };
    const model = readAs('series', trend('', [{ label: 'a', days, data: [1, 2, 3, 4, 5] }, texts]));
    assert.deepEqual(model.series[1]?.values, [null, null, null, null, null]);
  });

  const slices = [4, '1e200', 'many', null].map((value, at) => ({
    label: `s${at}`,
    breakdown_value: ['DE', 'FR', 'JP', 'IT'][at],
    aggregated_value: value,
  }));

  for (const [display, kind, rest] of [
    ['ActionsBarValue', 'bars', []],
    ['ActionsPie', 'bars', ['Drawn as bars: a pie needs a number for each part.']],
    ['WorldMap', 'worldMap', ['Drawn as bars: maps are not drawn here.']],
  ] as const)
    test(`is a row without a bar in the display ${display}, and no share is known`, () => {
      const model = readAs(kind, trend(display, slices));
      assert.deepEqual(
        model.slices.map(({ value }) => value),
        [4, null, null, null],
      );
      assert.deepEqual(
        toDataTable(model, inEnglish)?.rows.map((row) => row.at(-1)),
        [4, '1e200', 'many', null],
      );
      assert.equal(model.totals, undefined);
      assert.deepEqual(drawingNotes(model), [note.replace('3', '2'), ...rest]);
    });

  for (const [before, cell, notes] of [
    [null, null, []],
    ['NaN', 'NaN', ['1 value cannot be drawn: it is too large, or not a number. The table shows it.']],
  ] as const)
    test(`is no number to compare with, where the period before has ${before}`, () => {
      const result = [
        { label: 'a', aggregated_value: 5 },
        { label: 'a', aggregated_value: before, compare_label: 'previous' },
      ];
      const model = readAs('number', trend('BoldNumber', result));
      assert.deepEqual([model.value, model.previous], [5, undefined]);
      assert.deepEqual(toDataTable(model, inEnglish)?.rows, [['a', 5, cell]]);
      assert.deepEqual(drawingNotes(model), notes);
    });

  const countsNote =
    '{0} values cannot be drawn: they are negative, too large, or not numbers. The table shows them.';

  test('is a step of a funnel without a bar, and the others keep their numbers', () => {
    const steps = [
      { name: 'visit', count: 10 },
      { name: 'look', count: 'many', average_conversion_time: 'long' },
      { name: 'order', count: -3 },
      { name: 'pay', count: null },
      { name: 'return', count: '4' },
    ].map((step, order) => ({ ...step, order }));
    const model = readAs('funnel', { insight: { filters: { insight: 'FUNNELS' }, result: steps } });
    assert.deepEqual(toDataTable(model, inEnglish)?.rows, [
      ['visit', 10, 1, 1, null],
      ['look', 'many', null, null, 'long'],
      ['order', -3, null, null, null],
      ['pay', null, null, null, null],
      ['return', 4, 0.4, null, null],
    ]);
    assert.deepEqual(drawingNotes(model), [countsNote.replace('{0}', '3')]);
    assert.equal(funnelScale(model.groups, 100).heightOf(null), 0);
  });

  test('is a cell of retention without a share', () => {
    const values = [10, 'NaN', 5, null, { a: 1 }].map((count) => ({ count }));
    const result = [{ label: 'a', date: '2026-11-01', values }];
    const model = readAs('retention', { insight: { filters: { insight: 'RETENTION' }, result } });
    assert.deepEqual(model.rows[0]?.counts, [10, null, 5, null, null]);
    assert.deepEqual(toDataTable(model, inEnglish)?.rows, [['2026-11-01', 10, 'NaN', 5, null, '{"a":1}']]);
    assert.deepEqual(drawingNotes(model), [countsNote.replace('{0}', '2')]);
  });

  test('is a way of paths without its time, or a cell of a time to convert', () => {
    const link = { source: '1_a', target: '2_b', value: 3, average_conversion_time: 'long' };
    const paths = readAs('paths', { insight: { filters: { insight: 'PATHS' }, result: [link] } });
    assert.deepEqual(toDataTable(paths, inEnglish)?.rows, [[1, 'a', 'b', 3, 'long']]);
    assert.deepEqual(drawingNotes(paths), [
      '1 value cannot be drawn: it is negative, too large, or not a number. The table shows it.',
    ]);
    const filters = { insight: 'FUNNELS', funnel_viz_type: 'time_to_convert' };
    const bins = [
      [60, 5],
      ['NaN', -1],
    ];
    assert.deepEqual(readAs('table', { insight: { filters, result: { bins } } }).rows, [
      [60, 5],
      ['NaN', -1],
    ]);
  });
});

test('a zero has no sign', () => {
  const { series } = readAs('series', trend('', [{ label: 'a', days, data: [-0, '-0', '-0.0', 0, -1] }]));
  assert.deepEqual(series[0]?.values, [0, 0, 0, 0, -1]);
});
