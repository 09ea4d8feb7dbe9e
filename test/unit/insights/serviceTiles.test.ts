// Tiles in the shapes that services send: each with the kind of its model, the table of its chart, and the notes beside it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelKind } from '#insights/chartModel.ts';
import { toDataTable } from '#insights/dataTable.ts';
import { readTile } from '#insights/readTile.ts';
import { inEnglish } from '#text/translate.ts';
import { drawingNotes, leftOutNotes } from '#webview/dashboard/tileNotes.ts';

type Cells = readonly unknown[];
type Tile = readonly [tile: object, kind: ModelKind, table: readonly Cells[], ...notes: readonly string[]];

const days = ['2026-04-06', '2026-04-07'];
const action = { id: 'baked', name: 'baked', type: 'events', order: 0, math: 'total', custom_name: null };
const series = (data: Cells, more: object = {}) => ({
  ...{ action, label: 'baked', data, days, count: data.length, ...more },
});
const total = (value: unknown, more: object = {}) =>
  series([], { days: [], aggregated_value: value, count: 0, ...more });
const node = (source: object, result: unknown) => ({
  insight: {
    result,
    query: { kind: 'InsightVizNode', source },
    last_refresh: '2026-05-01T10:00:00Z',
  },
});
const trend = (filter: object, result: readonly object[], source: object = {}) =>
  node({ kind: 'TrendsQuery', interval: 'day', trendsFilter: filter, ...source }, result);
const old = (filters: object, result: unknown) => ({
  insight: { result, filters, last_refresh: '2026-05-01T10:00:00Z' },
});
const sql = (columns: readonly string[], result: readonly Cells[], display?: string) => ({
  insight: {
    ...{ columns, result },
    query: { kind: 'DataVisualizationNode', source: { kind: 'HogQLQuery' }, display, chartSettings: {} },
  },
});
const step = (name: string, order: number, count: number) => ({
  ...{ name, order, count, average_conversion_time: order === 0 ? null : 30 },
});

const tiles: Readonly<Record<string, Tile>> = {
  'a trend by minute': [
    trend({}, [series([3, 0], { days: ['2026-04-06T08:01:00', '2026-04-06T08:02:00'] })], {
      interval: 'minute',
    }),
    'series',
    [
      ['Date', 'baked'],
      ['2026-04-06T08:01:00', 3],
      ['2026-04-06T08:02:00', 0],
    ],
  ],
  'a breakdown by cohort of 2021': [
    old({ insight: 'TRENDS', breakdown_type: 'cohort', breakdown: ['all', 3], events: [{ id: 'baked' }] }, [
      series([1, 2], { label: 'baked - all users', breakdown_value: 'all' }),
      series([3, 4], { label: 'baked - Regulars', breakdown_value: 3 }),
    ]),
    'series',
    [
      ['Date', 'baked - all users', 'baked - Regulars'],
      ['2026-04-06', 1, 3],
      ['2026-04-07', 2, 4],
    ],
  ],
  'a formula with a name and a breakdown': [
    trend(
      { formulaNodes: [{ formula: 'A/B', custom_name: 'Yield' }] },
      [series([0.5, 0.25], { label: 'Yield', breakdown_value: 'xl', action: null })],
      { breakdownFilter: { breakdown: 'size', breakdown_type: 'event' } },
    ),
    'series',
    [
      ['Date', 'Yield · xl'],
      ['2026-04-06', 0.5],
      ['2026-04-07', 0.25],
    ],
  ],
  'a number that is a formula': [
    trend({ display: 'BoldNumber', formula: 'A/B', aggregationAxisFormat: 'percentage_scaled' }, [
      total(0.42, { label: 'Formula (A/B)', action: null }),
    ]),
    'number',
    [
      ['Series', 'Value'],
      ['Formula (A/B)', 0.42],
    ],
  ],
  'a metric of unique users': [
    trend(
      { display: 'Metric', metricSummary: 'latest' },
      [series([3, 4], { action: { ...action, math: 'dau' } })],
      { series: [{ kind: 'EventsNode', event: 'baked', math: 'dau' }] },
    ),
    'table',
    [
      ['Series', ...days],
      ['baked', 3, 4],
    ],
    'Shown as a table: it cannot be drawn as “Metric”.',
    'The summary of the metric is not shown here.',
  ],
  'a line of zeros': [
    trend({}, [series([0, 0])]),
    'series',
    [
      ['Date', 'baked'],
      ['2026-04-06', 0],
      ['2026-04-07', 0],
    ],
  ],
  'a funnel without an order': [
    node({ kind: 'FunnelsQuery', funnelsFilter: { funnelOrderType: 'unordered' } }, [
      step('Completed 1 step', 0, 8),
      step('Completed 2 steps', 1, 2),
    ]),
    'funnel',
    [
      ['Step', 'Persons', 'Of first step', 'Of previous step', 'Average time'],
      ['Completed 1 step', 8, 1, 1, null],
      ['Completed 2 steps', 2, 0.25, 0.25, 30],
    ],
  ],
  'a query without axes': [
    sql(['d', 'n'], [['2026-04-06', 1]], 'ActionsLineGraph'),
    'table',
    [
      ['d', 'n'],
      ['2026-04-06', 1],
    ],
    'Shown as a table: it cannot be drawn as “ActionsLineGraph”.',
  ],
  'cells of every type': [
    sql(['t', 'f', 'l', 'o', 'none'], [['2026-04-06T10:00:00.5Z', true, [1, 'b'], { a: 1 }, null]]),
    'table',
    [
      ['t', 'f', 'l', 'o', 'none'],
      ['2026-04-06T10:00:00.5Z', 'true', '[1,"b"]', '{"a":1}', null],
    ],
  ],
  'rows that the service cut': [
    { insight: { ...sql(['c'], [['a']]).insight, hasMore: true } },
    'table',
    [['c'], ['a']],
    'The service has more rows than it sent.',
  ],
  'a map of names of 2021': [
    old({ insight: 'TRENDS', display: 'WorldMap', breakdown: '$geoip_country_name' }, [
      total(7, { breakdown_value: 'Germany' }),
      total(2, { breakdown_value: '$$_posthog_breakdown_null_$$' }),
    ]),
    'worldMap',
    [
      ['Country', 'Country code', 'Value'],
      ['Germany', 'Germany', 7],
      ['None', null, 2],
    ],
    'Drawn as bars: maps are not drawn here.',
  ],
};

describe('what a service sends is read and named', () => {
  for (const [name, [tile, kind, table, ...notes]] of Object.entries(tiles))
    test(name, () => {
      const model = readTile(tile);
      assert.equal(model.kind, kind);
      const found = toDataTable(model, inEnglish);
      assert.deepEqual(found ? [found.columns.map(({ title }) => title), ...found.rows] : [], table);
      assert.deepEqual([...drawingNotes(model), ...leftOutNotes(model)], notes);
    });
});
