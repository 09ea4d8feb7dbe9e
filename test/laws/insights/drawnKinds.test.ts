// The same as drawnSettings.test.ts for the kinds beside trends: each number of a result is in the chart’s table, and each
// setting that is not drawn has a note.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { toDataTable } from '#insights/dataTable.ts';
import { readTile } from '#insights/readTile.ts';
import { inEnglish } from '#text/translate.ts';
import { drawingNotes } from '#webview/dashboard/tileNotes.ts';
import { cases } from '../../cases.ts';
import { testLaws } from '../laws.ts';

const count = fc.integer({ min: 1, max: 1000 });
const later = 'The setting “later” is not drawn here.';

interface Tile {
  readonly query: object;
  readonly result: unknown;
  /** The kind of the model, and its table without what is calculated from other cells. */
  readonly model: string;
  readonly rows: readonly (readonly unknown[])[];
  /** Places of the table's columns that `rows` has. */
  readonly columns: readonly number[];
  readonly notes: readonly string[];
}

type Option = readonly [settings: object, note?: string];

/** Some of the settings of a kind, each with the note that it needs. */
const someOf = (...options: readonly Option[]) =>
  fc.uniqueArray(fc.constantFrom(...options, [{ later: 'x' }, later] as const), {
    selector: ([settings]) => Object.keys(settings)[0],
    maxLength: 3,
  });
const merged = (options: readonly Option[]): object => Object.assign({}, ...options.map(([one]) => one));
const notesOf = (options: readonly Option[]) => options.flatMap(([, note]) => note ?? []);
const viz = (source: object) => ({ kind: 'InsightVizNode', source });

const funnel = fc
  .record({
    counts: fc.array(fc.tuple(count, count), { minLength: 2, maxLength: 4 }),
    by: fc.constantFrom('nothing', 'period', 'plan'),
    counted: fc.constantFrom(undefined, 0),
    options: someOf(
      [{ layout: 'vertical' }],
      [{ funnelOrderType: 'strict' }],
      [{ funnelStepReference: 'total' }],
      [
        { funnelStepReference: 'previous' },
        'The bars are parts of the first step here, not of the one before.',
      ],
      [{ hiddenLegendBreakdowns: ['x'] }, 'Series that are hidden in the web UI are shown here.'],
    ),
  })
  .map(({ counts, by, counted, options }): Tile => {
    const group = (place: 0 | 1, others: object) =>
      counts.map((both, order) => ({ name: `s${order}`, order, count: both[place], ...others }));
    const rowsOf = (place: 0 | 1, ...name: string[]) =>
      counts.map((both, order) => [...name, `s${order}`, both[place]]);
    const lists = {
      nothing: [group(0, {})],
      period: [group(0, { compare_label: 'current' }), group(1, { compare_label: 'previous' })],
      plan: [group(0, { breakdown_value: ['gold'] }), group(1, { breakdown_value: ['free'] })],
    }[by];
    const names = { nothing: [], period: ['Present period', 'Previous period'], plan: ['gold', 'free'] }[by];
    return {
      query: viz({
        kind: 'FunnelsQuery',
        aggregation_group_type_index: counted,
        funnelsFilter: merged(options),
      }),
      result: by === 'plan' ? lists : lists.flat(),
      model: 'funnel',
      rows: names.length === 0 ? rowsOf(0) : names.flatMap((name, at) => rowsOf(at === 0 ? 0 : 1, name)),
      columns: names.length === 0 ? [0, 1] : [0, 1, 2],
      notes: notesOf(options),
    };
  });

const retention = fc
  .record({
    counts: fc.array(fc.tuple(count, count), { minLength: 1, maxLength: 4 }),
    aggregate: fc.constantFrom(undefined, 'count', 'sum', 'average'),
    options: someOf(
      [{ totalIntervals: 2 }],
      [
        { retentionReference: 'previous' },
        'Percentages are of the first interval here, not of the one before.',
      ],
      [{ dashboardDisplay: 'all' }, 'The graph of the retention is not drawn here.'],
      [{ meanRetentionCalculation: 'simple' }, 'The row of means is not shown here.'],
    ),
  })
  .map(({ counts, aggregate, options }): Tile => {
    const isOfProperty = aggregate === 'sum' || aggregate === 'average';
    const valueOf = (one: number) => ({ count: one, ...(isOfProperty && { aggregation_value: one / 4 }) });
    const shown = (one: number) => (isOfProperty ? one / 4 : one);
    const date = (at: number) => `2026-03-0${at + 1}`;
    return {
      query: viz({
        kind: 'RetentionQuery',
        retentionFilter: { aggregationType: aggregate, ...merged(options) },
      }),
      result: counts.map((both, at) => ({ date: date(at), label: `Day ${at}`, values: both.map(valueOf) })),
      model: 'retention',
      rows: counts.map((both, at) => [date(at), ...both.map(shown)]),
      columns: [0, 1, 2],
      notes: notesOf(options),
    };
  });

const paths = fc
  .record({
    counts: fc.uniqueArray(count, { minLength: 1, maxLength: 4 }),
    options: someOf([{ edgeLimit: 9 }]),
  })
  .map(({ counts, options }): Tile => ({
    query: viz({ kind: 'PathsQuery', pathsFilter: merged(options) }),
    result: counts.map((value, at) => ({
      source: `1_/${at}`,
      target: `2_/to${at}`,
      value,
      average_conversion_time: 2000,
    })),
    model: 'paths',
    rows: counts
      .map((value, at) => [1, `/${at}`, `/to${at}`, value, 2])
      .toSorted((a, b) => Number(b[3]) - Number(a[3])),
    columns: [0, 1, 2, 3, 4],
    notes: notesOf(options),
  }));

const statuses = { new: 'New', returning: 'Returning', resurrecting: 'Resurrecting', dormant: 'Dormant' };
const lifecycle = fc
  .record({
    counts: fc.tuple(count, count, count, count),
    options: someOf(
      [{ stacked: true }],
      [{ stacked: false }, 'Statuses are drawn above and below each other here.'],
      [{ toggledLifecycles: ['new'] }, 'Statuses that are hidden in the web UI are shown here.'],
    ),
  })
  .map(({ counts, options }): Tile => ({
    query: viz({ kind: 'LifecycleQuery', lifecycleFilter: merged(options) }),
    result: Object.keys(statuses)
      .map((status, at) => ({ status, label: status, data: [counts[at]], days: ['2026-03-02'] }))
      .toReversed(),
    model: 'lifecycle',
    rows: [['2026-03-02', ...counts]],
    columns: [0, 1, 2, 3, 4],
    notes: notesOf(options),
  }));

const sqlForms = ['ActionsLineGraph', 'ActionsAreaGraph', 'ActionsBar', 'ActionsStackedBar', 'ActionsTable'];
const sql = fc
  .record({
    display: fc.constantFrom(...sqlForms),
    counts: fc.array(fc.tuple(count, count), { minLength: 1, maxLength: 4 }),
    isByColumn: fc.boolean(),
    hasMore: fc.boolean(),
    options: someOf(
      [{ showLegend: true }],
      [{ stackBars100: true }, 'Stacks show values here, not percentages.'],
      [{ leftYAxisSettings: { scale: 'linear' } }],
      [{ rightYAxisSettings: { scale: 'logarithmic' } }, 'A logarithmic scale is not drawn here.'],
      [{ showNullsAsZero: true }, 'Empty values are gaps here, not zeros.'],
    ),
  })
  .map(({ display, counts, isByColumn, hasMore, options }): Tile => {
    const isTable = display === 'ActionsTable' || hasMore;
    const day = (at: number) => `2026-03-0${at + 1}`;
    const wide = counts.map((both, at) => [day(at), ...both]);
    const long = counts.flatMap((both, at) =>
      both.map((one, place) => [day(at), place === 0 ? 'de' : 'fr', one]),
    );
    const yAxis = isByColumn ? [{ column: 'n' }] : [{ column: 'de' }, { column: 'fr' }];
    const by = isByColumn ? { seriesBreakdownColumn: 'country' } : {};
    const chartSettings = { xAxis: { column: 'day' }, yAxis, ...by, ...merged(options) };
    const instead = hasMore && display !== 'ActionsTable';
    return {
      query: { kind: 'DataVisualizationNode', source: { kind: 'HogQLQuery' }, display, chartSettings },
      result: {
        columns: isByColumn ? ['day', 'country', 'n'] : ['day', 'de', 'fr'],
        results: isByColumn ? long : wide,
        hasMore,
      },
      model: isTable ? 'table' : 'series',
      rows: isTable && isByColumn ? long : wide,
      columns: [0, 1, 2],
      notes: [
        ...(instead ? [`Shown as a table: it cannot be drawn as “${display}”.`] : []),
        ...notesOf(options),
      ],
    };
  });

testLaws(
  fc.oneof(funnel, retention, paths, lifecycle, sql),
  {
    'each number of a result is in the chart’s table, at its place': {
      holds: ({ query, result, model, rows, columns }, found) => {
        const read = readTile({ insight: { query, result } });
        assert.equal(read.kind, model);
        const table = toDataTable(read, inEnglish);
        assert.deepEqual(
          table?.rows.map((row) => columns.map((column) => row[column])),
          rows,
        );
        found();
      },
      atLeast: 5000,
    },
    'each setting that is not drawn has a note, and no other setting has one': {
      holds: ({ query, result, notes }, found) => {
        assert.deepEqual(drawingNotes(readTile({ insight: { query, result } })).toSorted(), notes.toSorted());
        found(notes.length);
      },
      atLeast: 1000,
    },
  },
  cases(20_000),
);
