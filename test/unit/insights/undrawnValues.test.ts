// Values that are no numbers, or too large: the chart is drawn without them, and its table has them as they came.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toDataTable } from '#insights/dataTable.ts';
import { inEnglish } from '#text/translate.ts';
import { drawingNotes } from '#webview/dashboard/drawingNotes.ts';
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

  for (const [display, kind] of [
    ['ActionsBarValue', 'bars'],
    ['ActionsPie', 'bars'],
    ['WorldMap', 'worldMap'],
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
      const rest = display === 'ActionsPie' ? ['Drawn as bars: a pie needs a number for each part.'] : [];
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

  test('is in a table of totals as it came', () => {
    const { rows } = readAs('table', trend('ActionsTable', slices));
    assert.deepEqual(
      rows.map(([, total]) => total),
      [4, '1e200', 'many', null],
    );
  });
});
