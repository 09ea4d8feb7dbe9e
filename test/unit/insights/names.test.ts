// What the parts of a chart are called: with the service's names, and never with its codes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toDataTable } from '#insights/dataTable.ts';
import { readTile } from '#insights/readTile.ts';
import { inEnglish } from '#text/translate.ts';
import { formatCell } from '#webview/charts/formatCell.ts';
import { formatIntervalPlace } from '#webview/charts/formatDate.ts';

const days = ['2026-03-02', '2026-03-03'];

interface Part {
  readonly label: string;
  readonly value?: unknown;
  readonly action?: object | null;
  readonly compare_label?: string;
}

/** A tile of trends with one series for each part. */
function trends(display: string, parts: readonly Part[], query: object = {}) {
  const result = parts.map(({ label, value, action, ...others }, at) => ({
    action: action === undefined ? { id: 'paid', name: 'paid', order: 0, math: 'total' } : action,
    label,
    data: [at + 1, 2],
    days,
    count: at + 3,
    aggregated_value: at + 3,
    ...(value !== undefined && { breakdown_value: value }),
    ...others,
  }));
  const source = { kind: 'TrendsQuery', trendsFilter: { display }, ...query };
  return { insight: { result, query: { kind: 'InsightVizNode', source } } };
}

function titles(tile: object): readonly string[] {
  return toDataTable(readTile(tile), inEnglish)?.columns.map(({ title }) => title) ?? [];
}

function firstCells(tile: object): readonly unknown[] {
  return toDataTable(readTile(tile), inEnglish)?.rows.map(([cell]) => cell) ?? [];
}

const nothing = '$$_posthog_breakdown_null_$$';
const rest = '$$_posthog_breakdown_other_$$';

describe('the name of a series', () => {
  test('has words for values that the service has codes for', () => {
    const parts = [
      { label: 'blue', value: 'blue' },
      { label: rest, value: rest },
      { label: nothing, value: nothing },
      { label: '', value: '' },
      { label: 'none', value: 'none' },
    ];
    assert.deepEqual(titles(trends('ActionsLineGraph', parts)), [
      'Date',
      'blue',
      '(other)',
      '(none)',
      '(empty)',
      'none',
    ]);
    assert.deepEqual(firstCells(trends('ActionsBarValue', parts)), [
      'blue',
      '(other)',
      '(none)',
      '(empty)',
      'none',
    ]);
    assert.deepEqual(firstCells(trends('ActionsTable', [{ label: `paid - ${rest}`, value: rest }])), [
      'paid - (other)',
    ]);
    assert.deepEqual(titles(trends('', [{ label: '$$_constructor_$$' }])), ['Date', '$$_constructor_$$']);
    assert.deepEqual(firstCells(trends('WorldMap', [{ label: nothing, value: nothing }])), ['None']);
    const countries = [['DE'], [nothing], '', null].map((value) => ({ label: 'paid', value }));
    const map = readTile(trends('WorldMap', countries));
    assert.deepEqual(map.kind === 'worldMap' && map.slices.map(({ label }) => label), ['', '', '', 'DE']);
  });

  test('has all values of a breakdown by several properties', () => {
    const parts = [
      { label: 'blue::DE', value: ['blue', 'DE'] },
      { label: `blue::${nothing}`, value: ['blue', nothing] },
      { label: 'true::', value: [true, ''] },
    ];
    assert.deepEqual(titles(trends('ActionsLineGraph', parts)).slice(1), [
      'blue · DE',
      'blue · (none)',
      'true · (empty)',
    ]);
  });

  test('of a formula has the value of its breakdown', () => {
    const formula = (label: string, value: string) => ({ label, value, action: null });
    const parts = [formula('Formula (A/B)', 'blue'), formula('Formula (A/B)', 'A'), formula('red', 'red')];
    assert.deepEqual(titles(trends('ActionsLineGraph', parts)).slice(1), [
      'Formula (A/B) · blue',
      'Formula (A/B) · A',
      'red',
    ]);
  });

  test('says how its event is counted, or which series it is, if another one has the same', () => {
    const series = (order: number, math?: string) => ({
      label: 'paid',
      action: { id: 'paid', name: 'paid', order, ...(math && { math }) },
    });
    const named = (...parts: readonly Part[]) => titles(trends('ActionsLineGraph', parts)).slice(1);
    assert.deepEqual(named(series(0), series(1, 'dau')), ['paid · Total count', 'paid · Unique users']);
    assert.deepEqual(named(series(0, 'total'), series(1, 'total')), ['paid · A', 'paid · B']);
    assert.deepEqual(named(series(0, 'odd'), series(1, 'total')), ['paid · A', 'paid · B']);
    assert.deepEqual(named(series(0), series(0)), ['paid · 1', 'paid · 2']);
    const compared = ['current', 'previous'].flatMap((compare_label) =>
      [series(0), series(1, 'dau')].map((one) => ({ ...one, compare_label })),
    );
    assert.deepEqual(
      named(...compared).filter((title) => !title.startsWith('Date')),
      [
        'paid · Total count',
        'paid · Unique users',
        'paid · Total count (previous period)',
        'paid · Unique users (previous period)',
      ],
    );
    assert.deepEqual(firstCells(trends('ActionsBarValue', [series(0), series(1)])), ['paid · A', 'paid · B']);
  });
});

describe('a trend', () => {
  const part = (math: string, more: object = {}) => ({
    label: 'paid',
    action: { id: 'paid', name: 'paid', order: 0, math },
    ...more,
  });
  /** Without the service's own totals. */
  function untotalled(display: string, one: Part) {
    const tile = trends(display, [one]);
    const result = tile.insight.result.map((series) => ({ ...series, aggregated_value: undefined }));
    return { insight: { ...tile.insight, result } };
  }

  test('of averages or unique users has no sum of them, but each value', () => {
    for (const display of ['BoldNumber', 'SlopeGraph', 'ActionsPie', 'ActionsTable']) {
      for (const one of [part('dau'), part('avg'), { label: 'A/B', action: null }]) {
        const table = toDataTable(readTile(untotalled(display, one)), inEnglish);
        assert.deepEqual(
          table?.columns.map(({ title }) => title),
          ['Series', ...days],
          display,
        );
        assert.deepEqual(table?.rows, [[one.label, 1, 2]]);
      }
    }
    assert.equal(readTile(untotalled('BoldNumber', part('total'))).kind, 'number');
    assert.equal(readTile(trends('BoldNumber', [part('dau')])).kind, 'number', 'the service has a total');
  });

  test('ends with the interval in which it was computed', () => {
    const computed = (
      last_refresh: string,
      data: readonly number[],
      more: object = {},
      source: object = {},
    ) => {
      const at = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'];
      const result = [{ label: 'paid', days: at, data, ...more }];
      const query = { kind: 'TrendsQuery', interval: 'day', ...source };
      const model = readTile({ insight: { result, query, last_refresh, timezone: 'UTC' } });
      assert.ok(model.kind === 'series');
      return [model.axis.texts.length, model.series[0]?.values, model.isLastIncomplete];
    };
    assert.deepEqual(computed('2026-03-03T10:00:00Z', [4, 5, 0, 0]), [2, [4, 5], true]);
    assert.deepEqual(computed('2026-03-03T10:00:00Z', [4, 0, 0, 0]), [2, [4, 0], true]);
    assert.deepEqual(computed('2026-03-03T10:00:00Z', [4, 5, 0, 6]), [4, [4, 5, null, 6], true]);
    assert.deepEqual(computed('2026-03-09T10:00:00Z', [4, 5, 0, 0]), [4, [4, 5, 0, 0], false]);
    const notZero: readonly (readonly [source: object, series?: object])[] = [
      [{ trendsFilter: { display: 'ActionsLineGraphCumulative' } }],
      [{ trendsFilter: { smoothingIntervals: 3 } }],
      [{ trendsFilter: { formulaNodes: [{ formula: 'A + 9' }] } }],
      [{}, { action: { math: 'weekly_active' } }],
      [{}, { action: { math: 'monthly_active' } }],
    ];
    for (const [source, own] of notZero)
      assert.deepEqual(
        computed('2026-03-03T10:00:00Z', [4, 9, 9, 9], own, source),
        [2, [4, 9], true],
        JSON.stringify([source, own]),
      );
    const unsmoothed = { trendsFilter: { smoothingIntervals: 1, formulaNodes: [] } };
    assert.deepEqual(computed('2026-03-03T10:00:00Z', [4, 9, 9, 9], {}, unsmoothed), [4, [4, 9, 9, 9], true]);
    const ofTwoDays = { intervalCount: 2 }; // the last two days end with March 6
    assert.deepEqual(computed('2026-03-06T10:00:00Z', [4, 5, 6, 7], {}, ofTwoDays), [4, [4, 5, 6, 7], true]);
    assert.deepEqual(computed('2026-03-07T00:00:00Z', [4, 5, 6, 7], {}, ofTwoDays), [4, [4, 5, 6, 7], false]);
    const ofOneDay = { interval: 'minute', intervalCount: 1440 };
    assert.deepEqual(computed('2026-03-05T23:59:00Z', [4, 5, 6, 7], {}, ofOneDay), [4, [4, 5, 6, 7], true]);
    assert.deepEqual(computed('2026-03-06T00:00:00Z', [4, 5, 6, 7], {}, ofOneDay), [4, [4, 5, 6, 7], false]);
  });
});

test('a running quarter or year is incomplete, and its places are named by it', () => {
  const tile = (interval: string, last_refresh: string, ...at: readonly string[]) => ({
    insight: {
      result: [{ label: 'paid', days: at, data: at.map(() => 4) }],
      query: { kind: 'TrendsQuery', interval },
      last_refresh,
      timezone: 'UTC',
    },
  });
  const isRunning = (interval: string, last_refresh: string, ...at: readonly string[]) => {
    const model = readTile(tile(interval, last_refresh, ...at));
    assert.ok(model.kind === 'series');
    assert.equal(model.axis.interval, interval);
    return model.isLastIncomplete;
  };
  assert.equal(isRunning('year', '2026-06-01T00:00:00Z', '2025-01-01', '2026-01-01'), true);
  assert.equal(isRunning('year', '2027-01-01T00:00:00Z', '2025-01-01', '2026-01-01'), false);
  assert.equal(isRunning('quarter', '2026-06-30T23:00:00Z', '2026-01-01', '2026-04-01'), true);
  assert.equal(isRunning('quarter', '2026-07-01T00:00:00Z', '2026-01-01', '2026-04-01'), false);
  const of = (interval: 'second' | 'quarter' | 'year', text: string) =>
    formatIntervalPlace({ kind: 'time', interval, texts: [text] }, text);
  assert.equal(of('quarter', '2026-04-01'), 'Q2 2026');
  assert.equal(of('year', '2026-01-01'), '2026');
  assert.notEqual(of('second', '2026-01-01T10:00:05'), of('second', '2026-01-01T10:00:06'));
  assert.equal(formatCell('2026-04-01', 'quarter'), 'Q2 2026');
});

describe('a funnel', () => {
  const step = (breakdown: object = {}) => ({ name: 'visit', order: 0, count: 9, ...breakdown });
  const funnel = (source: object, result: readonly unknown[]) => ({
    insight: { result, query: { kind: 'InsightVizNode', source: { kind: 'FunnelsQuery', ...source } } },
  });

  test('calls what it counts by its name', () => {
    const counted = (source: object) => titles(funnel(source, [step()]))[1];
    assert.equal(counted({}), 'Persons');
    assert.equal(counted({ aggregation_group_type_index: 0 }), 'Groups');
    const by = (funnelAggregateByHogQL: string) => ({ funnelsFilter: { funnelAggregateByHogQL } });
    assert.equal(counted(by('properties.$session_id')), 'Sessions');
    assert.equal(counted(by('person_id')), 'Persons');
    assert.equal(counted(by('properties.tenant')), 'Count');
  });

  test('has the names of cohorts, not their IDs', () => {
    const groups = [
      [step({ breakdown: 'all users', breakdown_value: 0 })],
      [step({ breakdown: 'On trial', breakdown_value: 12 })],
    ];
    assert.deepEqual(firstCells(funnel({}, groups)), ['all users', 'On trial']);
  });
});

describe('the rows of a query', () => {
  const query = (
    columns: readonly string[],
    result: readonly unknown[],
    settings?: object,
    more?: object,
  ) => ({
    insight: {
      columns,
      result,
      query: { kind: 'DataVisualizationNode', ...settings },
      ...more,
    },
  });
  const bars = (x: string, ...ys: readonly string[]) => ({
    display: 'ActionsBar',
    chartSettings: { xAxis: { column: x }, yAxis: ys.map((column) => ({ column })) },
  });

  test('have a name at each place, whatever its value', () => {
    const rows = [
      ['de', 30],
      [null, 12],
      ['', 3],
      [['fr', 'y'], 2],
      [false, 1],
      [{ a: 1 }, 1],
    ];
    const model = readTile(query(['country', 'n'], rows, bars('country', 'n')));
    assert.equal(model.kind, 'series');
    const table = toDataTable(model, inEnglish);
    assert.deepEqual(
      table?.rows.map(([place]) => place),
      ['de', 'null', '""', 'fr · y', 'false', '{"a":1}'],
    );
  });

  test('are of the intervals that their dates begin', () => {
    const intervalOf = (...dates: readonly string[]) => {
      const model = readTile(
        query(
          ['at', 'n'],
          dates.map((date, at) => [date, at]),
          bars('at', 'n'),
        ),
      );
      assert.ok(model.kind === 'series');
      return model.axis.interval;
    };
    assert.equal(intervalOf('2024-01-01', '2025-01-01', '2026-01-01'), 'year');
    assert.equal(intervalOf('2025-10-01', '2026-01-01'), 'quarter');
    assert.equal(intervalOf('2025-12-01', '2026-01-01'), 'month');
    assert.equal(intervalOf('2026-01-01'), 'day');
    assert.equal(intervalOf('2026-01-01', '2026-01-02'), 'day');
    assert.equal(intervalOf('2026-01-01T10:00:05Z', '2026-01-01T10:00:06Z'), 'second');
  });

  test('are drawn of each of two columns with one name', () => {
    const model = readTile(
      query(
        ['x', 'n', 'n'],
        [
          ['a', 1, 200],
          ['b', 3, 400],
        ],
        bars('x', 'n', 'n'),
      ),
    );
    assert.deepEqual(toDataTable(model, inEnglish)?.rows, [
      ['a', 1, 200],
      ['b', 3, 400],
    ]);
  });
});

test('a tile without a result says why, in the words of the service', () => {
  const reasonOf = (insight: object, error?: unknown) => {
    const model = readTile({ insight, ...(error !== undefined && { error }) });
    assert.ok(model.kind === 'empty');
    return [model.reason, model.message];
  };
  const failed = { query_status: { complete: true, error: true, error_message: 'Too much memory' } };
  assert.deepEqual(reasonOf({ result: [], ...failed }), ['failed', 'Too much memory']);
  assert.deepEqual(reasonOf({ result: null, query_status: { error: true } }), ['failed', '']);
  assert.deepEqual(reasonOf({ result: [], query_status: { complete: false } }), ['running', '']);
  assert.deepEqual(reasonOf({ result: null }, { message: 'No such display' }), ['failed', 'No such display']);
  assert.deepEqual(reasonOf({ result: null }, 'No such display'), ['failed', 'No such display']);
  assert.deepEqual(reasonOf({ result: [] }), ['noData', '']);
  assert.deepEqual(reasonOf({ result: null, query_status: { complete: true } }), ['notComputed', '']);
});

describe('retention', () => {
  const row = (date: string, ...values: readonly (number | object)[]) => ({
    date: `${date}T00:00:00Z`,
    label: date,
    values: values.map((value) => (typeof value === 'number' ? { count: value } : value)),
  });
  const retention = (
    retentionFilter: object,
    result: readonly unknown[],
    last_refresh: string | null = null,
  ) => ({
    insight: {
      result,
      last_refresh,
      query: {
        kind: 'InsightVizNode',
        source: { kind: 'RetentionQuery', retentionFilter: { period: 'Day', ...retentionFilter } },
      },
    },
  });
  const countsOf = (tile: object) => {
    const model = readTile(tile);
    assert.ok(model.kind === 'retention');
    return model.rows.map(({ counts }) => counts);
  };

  test('has nothing for intervals that are still to come, also if it is unknown when it was computed', () => {
    const rows = [row('2026-03-02', 9, 4, 0), row('2026-03-03', 7, 0, 0), row('2026-03-04', 5, 0, 0)];
    assert.deepEqual(countsOf(retention({}, rows)), [[9, 4, 0], [7, 0], [5]]);
    assert.deepEqual(countsOf(retention({}, rows, '2026-03-03T12:00:00Z')), [[9, 4], [7], [5]]);
    assert.deepEqual(countsOf(retention({}, rows, '2026-04-01T12:00:00Z')), [
      [9, 4, 0],
      [7, 0, 0],
      [5, 0, 0],
    ]);
    const odd = [row('2026-03-02', 9, 0, 3)]; // no zeros of the future
    assert.deepEqual(countsOf(retention({}, odd)), [[9, 0, 3]]);
  });

  test('calls its columns by their own brackets', () => {
    const tile = retention(
      { retentionCustomBrackets: [1, 3, 4] },
      [row('2026-03-02', 9, 4, 3, 2)],
      '2026-03-04T12:00:00Z',
    );
    assert.deepEqual(titles(tile).slice(1), ['Day 0', 'Day 1', 'Day 2–4', 'Day 5–8']);
    const model = readTile(tile);
    assert.ok(model.kind === 'retention');
    assert.equal(model.rows[0]?.completeCounts, 2);
  });

  test('of a property without its averages is no table of numbers of persons', () => {
    assert.equal(readTile(retention({ aggregationType: 'avg' }, [row('2026-03-02', 9)])).kind, 'unknown');
  });
});
