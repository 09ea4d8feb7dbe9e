// Tiles in the shapes that services send, and the test of what each shows.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelKind } from '#insights/chartModel.ts';
import { toDataTable } from '#insights/dataTable.ts';
import { readTile } from '#insights/readTile.ts';
import { inEnglish } from '#text/translate.ts';
import { drawingNotes } from '#webview/dashboard/drawingNotes.ts';
import { leftOutNotes } from '#webview/dashboard/leftOutNotes.ts';

export type Cells = readonly unknown[];
type Shown = readonly [kind: ModelKind, table: readonly Cells[], ...notes: readonly string[]];

export const days = ['2026-04-06', '2026-04-07'];
export const action = {
  id: 'baked',
  name: 'baked',
  type: 'events',
  order: 0,
  math: 'total',
  custom_name: null,
};
export const series = (data: Cells, more: object = {}) => ({
  ...{ action, label: 'baked', data, days, count: data.length, ...more },
});
export const total = (value: unknown, more: object = {}) =>
  series([], { days: [], aggregated_value: value, count: 0, ...more });

export const node = (source: object, result: unknown, insight: object = {}) => ({
  insight: {
    result,
    query: { kind: 'InsightVizNode', source },
    last_refresh: '2026-05-01T10:00:00Z',
    ...insight,
  },
});
export const trend = (filter: object, result: readonly object[], source: object = {}, insight: object = {}) =>
  node({ kind: 'TrendsQuery', interval: 'day', trendsFilter: filter, ...source }, result, insight);
export const old = (filters: object, result: unknown, insight: object = {}) => ({
  insight: { result, filters, last_refresh: '2026-05-01T10:00:00Z', ...insight },
});
export const funnel = (filter: object, result: unknown, source: object = {}) =>
  node({ kind: 'FunnelsQuery', funnelsFilter: filter, ...source }, result);
export const retention = (
  filter: object,
  values: readonly number[],
  more: object = {},
  insight: object = {},
) =>
  node(
    { kind: 'RetentionQuery', retentionFilter: { period: 'Day', ...filter } },
    [{ date: '2026-04-06', label: 'Day 0', values: values.map((count) => ({ count })), ...more }],
    insight,
  );
export const sql = (
  columns: readonly string[],
  result: readonly Cells[],
  display?: string,
  chart: object = {},
) => ({
  insight: {
    ...{ columns, result },
    query: { kind: 'DataVisualizationNode', source: { kind: 'HogQLQuery' }, display, chartSettings: chart },
  },
});
export const axes = (x: string, ...ys: readonly string[]) => ({
  ...{ xAxis: { column: x }, yAxis: ys.map((column) => ({ column })) },
});
export const step = (name: string, order: number, count: number, more: object = {}) => ({
  ...{ name, order, count, average_conversion_time: order === 0 ? null : 30, ...more },
});
export const broken = { breakdownFilter: { breakdown: 'size', breakdown_type: 'event' } };
export const nothing = '$$_posthog_breakdown_null_$$';
export const rest = '$$_posthog_breakdown_other_$$';
export const byTime = (title = 'baked', ...rows: readonly Cells[]): readonly Cells[] => [
  ['Date', title],
  ...rows,
];
export const steps = ['Step', 'Persons', 'Of first step', 'Of previous step', 'Average time'];
export const ways = ['Step', 'From', 'To', 'Transitions', 'Average time'];

export type Tiles = Readonly<Record<string, readonly [tile: object, ...shown: Shown]>>;

/** Each with the kind of its model, the table that its chart has, and the notes beside it. */
export function testTiles(title: string, tiles: Tiles): void {
  describe(title, () => {
    for (const [name, [tile, kind, table, ...notes]] of Object.entries(tiles))
      test(`is right: ${name}`, () => {
        const model = readTile(tile);
        assert.equal(model.kind, kind);
        const found = toDataTable(model, inEnglish);
        assert.deepEqual(found ? [found.columns.map(({ title: head }) => head), ...found.rows] : [], table);
        assert.deepEqual([...drawingNotes(model), ...leftOutNotes(model)], notes);
      });
  });
}
