// What a tile shows agrees with what its query and result say: its numbers, the names of its parts, and a note for each
// setting that is not drawn. What is expected here comes from the input alone.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { toDataTable } from '#insights/dataTable.ts';
import { readTile } from '#insights/readTile.ts';
import { inEnglish } from '#text/translate.ts';
import { drawingNotes } from '#webview/dashboard/tileNotes.ts';
import { cases } from '../../cases.ts';
import { testLaws } from '../laws.ts';

const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
const value = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constantFrom(0.5, 12.25, null));

const overTime = {
  '': 'line',
  ActionsLineGraph: 'line',
  ActionsLineGraphCumulative: 'line',
  ActionsBar: 'stackedBars',
  ActionsStackedBar: 'stackedBars',
  ActionsUnstackedBar: 'groupedBars',
  ActionsAreaGraph: 'area',
} as const;
const totals = ['ActionsBarValue', 'ActionsTable', 'CalendarHeatmap', 'SlopeGraph', 'Later'] as const;

/** In which object of a query a setting is, its key there, its value, and the note about it; none for those that are drawn. */
type Setting = readonly [where: 'node' | 'source' | 'filter', key: string, value: unknown, note?: string];
const unknown = (key: string) => `The setting “${key}” is not drawn here.`;

const settings: readonly Setting[] = [
  ['node', 'full', true],
  ['node', 'showHeader', true],
  ['node', 'laterNode', { a: 1 }, unknown('laterNode')],
  ['source', 'samplingFactor', 0.5],
  ['source', 'dateRange', { date_from: '-7d' }],
  ['source', 'filterTestAccounts', true],
  ['source', 'laterSource', 'x', unknown('laterSource')],
  ['filter', 'showLegend', true],
  ['filter', 'decimalPlaces', 3],
  ['filter', 'yAxisScaleType', 'linear'],
  ['filter', 'yAxisScaleType', 'log10', 'A logarithmic scale is not drawn here.'],
  ['filter', 'showTrendLines', true, 'Trend lines are not drawn here.'],
  ['filter', 'showTrendLines', false],
  ['filter', 'goalLines', []],
  ['filter', 'goalLines', [{ value: 3 }], 'Goal lines are not drawn here.'],
  ['filter', 'showPercentStackView', true, 'Stacks show values here, not percentages.'],
  ['filter', 'hideWeekends', true, 'Weekends are shown here.'],
  ['filter', 'hiddenLegendIndexes', [0], 'Series that are hidden in the web UI are shown here.'],
  ['filter', 'laterFilter', 7, unknown('laterFilter')],
];

const formats = {
  numeric: { unit: 'plain' },
  short: { unit: 'plain' },
  percentage: { unit: 'percent' },
  percentage_scaled: { unit: 'share' },
  duration: { unit: 'seconds' },
  duration_ms: { unit: 'milliseconds' },
  currency: { unit: 'plain', note: 'The number format “currency” is not used here.' },
  furlongs: { unit: 'plain', note: 'The number format “furlongs” is not used here.' },
} as const;

const periods = {
  '': 'previous period',
  '-1d': '1 day before',
  '-4w': '4 weeks before',
  '-1y': '1 year before',
  whenever: 'earlier period',
} as const;

type KeyOf<T> = keyof T & string;

function keysOf<T extends object>(all: T): fc.Arbitrary<KeyOf<T>> {
  const isKey = (key: string): key is KeyOf<T> => key in all;
  return fc.constantFrom(...Object.keys(all).filter(isKey));
}

const trend = fc.record({
  display: fc.oneof(keysOf(overTime), fc.constantFrom(...totals)),
  names: fc.uniqueArray(fc.constantFrom('gold', 'free', 'trial', ''), { minLength: 1, maxLength: 3 }),
  isBrokenDown: fc.boolean(),
  compareTo: fc.option(keysOf(periods), { nil: undefined }),
  format: fc.option(keysOf(formats), { nil: undefined }),
  state: fc.constantFrom('done', 'failed', 'running'),
  settings: fc.uniqueArray(fc.constantFrom(...settings), {
    selector: ([where, key]) => `${where} ${key}`,
    maxLength: 5,
  }),
  values: fc.array(fc.tuple(value, value, value), { minLength: 6, maxLength: 6 }),
});
type Trend = typeof trend extends fc.Arbitrary<infer T> ? T : never;

interface Sent {
  readonly name: string;
  readonly data: readonly (number | null)[];
  readonly isEarlier: boolean;
}

/** What the service sends: each name of the present period, then each of the earlier one. */
function sent({ names, compareTo, values }: Trend): readonly Sent[] {
  const present = names.map((name, at) => ({ name, data: values[at] ?? [], isEarlier: false }));
  if (compareTo === undefined) return present;
  return [...present, ...names.map((name, at) => ({ name, data: values[at + 3] ?? [], isEarlier: true }))];
}

const totalOf = (data: readonly (number | null)[]) => data.reduce<number>((sum, one) => sum + (one ?? 0), 0);

function tileOf(one: Trend) {
  const result = sent(one).map(({ name, data, isEarlier }) => ({
    action: { id: 'paid', name: 'paid', type: 'events', order: 0, math: 'total' },
    label: one.isBrokenDown ? `paid - ${name}` : name || 'paid',
    ...(one.isBrokenDown && { breakdown_value: name }),
    ...{ data, count: totalOf(data), aggregated_value: totalOf(data) },
    days: isoDays(isEarlier),
    ...(one.compareTo !== undefined && { compare_label: isEarlier ? 'previous' : 'current' }),
  }));
  const own = (wanted: Setting[0]) =>
    Object.fromEntries(
      one.settings.flatMap(([where, key, given]) => (where === wanted ? [[key, given]] : [])),
    );
  const compareFilter = { compare: one.compareTo !== undefined, compare_to: one.compareTo };
  const query = {
    kind: 'InsightVizNode',
    source: {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'paid', math: 'total' }],
      trendsFilter: { display: one.display, aggregationAxisFormat: one.format, ...own('filter') },
      ...(one.isBrokenDown && { breakdownFilter: { breakdown: 'plan', breakdown_type: 'event' } }),
      ...(one.compareTo !== undefined && { compareFilter }),
      ...own('source'),
    },
    ...own('node'),
  };
  const query_status =
    one.state === 'failed' ? { error: true, error_message: 'Out of memory' } : { complete: false };
  return { insight: one.state === 'done' ? { result, query } : { result: null, query, query_status } };
}

const isoDays = (isEarlier: boolean) => (isEarlier ? days.map((day) => day.replace('2026', '2025')) : days);

/** As people read it in a legend or a table. */
function nameOf({ name, isEarlier }: Sent, { isBrokenDown, compareTo }: Trend): string {
  const own = isBrokenDown ? (name === '' ? 'paid · (empty)' : `paid - ${name}`) : name || 'paid';
  return isEarlier ? `${own} (${periods[compareTo ?? '']})` : own;
}

/** Each series with its values, or each with its total, in the order in which the table has them. */
function cellsOf(model: ReturnType<typeof readTile>): readonly (readonly unknown[])[] {
  const table = toDataTable(model, inEnglish);
  if (!table) return [];
  if (model.kind !== 'series') return table.rows;
  const columns = table.columns.map(({ title }, at) => [title, ...table.rows.map((row) => row[at])]);
  return columns.slice(1).filter(([title]) => !String(title).startsWith('Date'));
}

const isSeries = (display: string): display is keyof typeof overTime => Object.hasOwn(overTime, display);
const isDrawn = ({ state }: Trend) => state === 'done';

testLaws(
  trend,
  {
    'a tile without a result says why': (one) => {
      const model = readTile(tileOf(one));
      if (one.state === 'done') return;
      assert.equal(model.kind, 'empty');
      assert.equal('reason' in model && model.reason, one.state);
    },
    'each number of the result is in the chart’s table, below its name': {
      holds: (one, found) => {
        if (!isDrawn(one)) return;
        const model = readTile(tileOf(one));
        const all = sent(one);
        if (isSeries(one.display)) {
          assert.equal(model.kind, 'series');
          assert.deepEqual(
            cellsOf(model),
            all.map((own) => [nameOf(own, one), ...own.data]),
          );
        } else {
          const rows = cellsOf(model).map((row) => row.at(-1));
          assert.deepEqual(
            rows,
            all.map(({ data }) => totalOf(data)),
          );
        }
        found();
      },
      atLeast: 1000,
    },
    'a chart has the unit that its query names': (one) => {
      if (!isDrawn(one)) return;
      const model = readTile(tileOf(one));
      if ('style' in model) assert.equal(model.style.unit, formats[one.format ?? 'numeric'].unit);
    },
    'each setting that is not drawn has a note, and no other setting has one': {
      holds: (one, found) => {
        if (!isDrawn(one)) return;
        const wanted = one.settings.flatMap(([, , , note]) => note ?? []);
        const format = one.format && formats[one.format];
        const ofFormat = format && 'note' in format ? [format.note] : [];
        const notes = drawingNotes(readTile(tileOf(one))).filter((note) => !/^(Drawn|Shown) /.test(note));
        assert.deepEqual(notes.toSorted(), [...wanted, ...ofFormat].toSorted());
        found(wanted.length);
      },
      atLeast: 1000,
    },
    'a chart of another form than its display asks for says so, and no other chart does': (one) => {
      if (!isDrawn(one)) return;
      const model = readTile(tileOf(one));
      const says = drawingNotes(model).filter((note) => /^(Drawn|Shown) /.test(note)).length > 0;
      const isOther = isSeries(one.display)
        ? model.kind === 'series' && model.form !== overTime[one.display]
        : model.kind === 'table' && one.display !== 'ActionsTable';
      // Stacks of one series in two periods are side by side: nothing is stacked in the web UI, either.
      const isAlone = one.names.length === 1 && one.compareTo !== undefined && isSeries(one.display);
      if (!isAlone) assert.equal(says, isOther);
    },
  },
  cases(20_000),
);
