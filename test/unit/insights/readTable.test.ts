import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlimited } from '#insights/chartLimits.ts';
import { readTile } from '#insights/readTile.ts';
import { readAs as read } from './readAs.ts';

const table = (query: object, result: unknown, more: object = {}) => ({
  insight: { query, result, ...more },
});
const node = { kind: 'DataVisualizationNode' };

test('a query is a table, whether it comes as columns and results, as rows, or as objects', () => {
  const names = [{ name: 'plan' }, { name: 'shops' }];
  const rows = [['Free', 3] as const, [null, { a: 1 }] as const];
  const shapes = [
    table(node, { columns: ['plan', 'shops'], results: rows }),
    table({ kind: 'DataTableNode' }, rows, { columns: ['plan', 'shops'] }),
    table({ kind: 'HogQLQuery' }, [
      { plan: 'Free', shops: 3 },
      { plan: null, shops: { a: 1 } },
    ]),
  ];
  for (const tile of shapes) {
    const model = read('table', tile);
    assert.deepEqual(model.columns, names);
    assert.deepEqual(model.rows, [
      ['Free', 3],
      [null, '{"a":1}'],
    ]);
  }
  assert.deepEqual(read('table', table(node, [[1, 2]])).columns, [{ name: '1' }, { name: '2' }]);
});

test('rows without columns have the names of what their query selects, one for each cell', () => {
  const columnsOf = (...select: readonly unknown[]) =>
    read('table', table({ kind: 'DataTableNode', source: { select } }, [['visit', 3]])).columns.map((one) =>
      'name' in one ? one.name : '',
    );
  assert.deepEqual(columnsOf('event', 'properties.$browser -- Browser'), ['event', 'Browser']);
  assert.deepEqual(columnsOf('event', '-- no name'), ['event', '-- no name']);
  assert.deepEqual(columnsOf('event', null), ['event', '2']);
  assert.deepEqual(columnsOf('*'), ['1', '2']);
});

test('a query is drawn as it asks, and else stays a table', () => {
  const chartSettings = { xAxis: { column: 'day' }, yAxis: [{ column: 'shops' }] };
  const query = { ...node, display: 'ActionsLineGraph', chartSettings };
  const columns = ['day', 'shops'];
  const drawn = read('series', table(query, { columns, results: [['2026-11-01', 3]] }));
  assert.deepEqual(drawn.series, [{ label: 'shops', values: [3], isComparison: false }]);
  read('table', table(query, { columns, results: [['2026-11-01', 'many']] }));
  const intervalOf = (...dates: readonly string[]) =>
    read('series', table(query, { columns, results: dates.map((date) => [date, 1]) })).axis.interval;
  assert.equal(intervalOf('2026-11-01', '2026-11-02'), 'day');
  assert.equal(intervalOf('2026-11-01T00:00:00Z', '2026-11-02 00:00:00'), 'day');
  assert.equal(intervalOf('2026-01-01T00:00:00.1Z', '2026-01-01T00:00:00.2Z'), 'day');
  assert.equal(intervalOf('2025-01-01', '2026-01-01T00:00:00Z'), 'year');
  assert.equal(intervalOf('2026-11-01T00:00:00Z', '2026-11-01T01:00:00Z'), 'hour');
  assert.equal(intervalOf('2026-11-01T00:00:00Z', '2026-11-01T01:15:00Z'), 'minute');
  const bold = table({ ...node, display: 'BoldNumber' }, { columns: ['n'], results: [[42]] });
  assert.equal(read('number', bold).value, 42);
});

test('a table of objects has the keys of all of its rows, and each cell by its own key', () => {
  const rows = Array.from({ length: 200 }, (_, at): object =>
    at < 150 ? { plan: at } : { plan: at, late: at },
  );
  const late = read('table', table(node, rows));
  assert.deepEqual(late.columns, [{ name: 'plan' }, { name: 'late' }]);
  assert.deepEqual(late.rows.at(-1), [199, 199]);
  assert.deepEqual(late.rows[0], [0, null]);
  const odd = { 'a\u202eb': 1, 'two\nlines': 2, ['long '.repeat(100)]: 3, constructor: 4 };
  const given = [...Object.keys(odd), 'toString'];
  for (const columns of [given, undefined]) {
    const model = read('table', table(node, [odd], { columns }));
    const titles = model.columns.map((column) => ('name' in column ? column.name : ''));
    assert.deepEqual(titles.slice(0, 2), ['ab', 'two lines']);
    assert.ok(titles.every((title) => title.length <= 300));
    assert.deepEqual(model.rows, [columns ? [1, 2, 3, 4, null] : [1, 2, 3, 4]]);
  }
});

test('a table shows 500 of its rows and 50 of its columns', () => {
  const rows = Array(20_000).fill(Array(60).fill(1));
  const model = read('table', table(node, rows));
  assert.deepEqual(model.shown, { shown: 500, total: 20_000 });
  assert.deepEqual(model.columnsShown, { shown: 50, total: 60 });
});

test('rows of one day are of that day', () => {
  const chartSettings = { xAxis: { column: 'day' }, yAxis: [{ column: 'shops' }] };
  const query = { ...node, display: 'ActionsLineGraph', chartSettings };
  const results = [
    ['2026-05-01', 3],
    ['2026-05-01', 4],
  ];
  assert.equal(read('series', table(query, { columns: ['day', 'shops'], results })).axis.interval, 'day');
});

test('dates are in their order, whatever that of the rows', () => {
  const chartSettings = { xAxis: { column: 'day' }, yAxis: [{ column: 'shops' }] };
  const query = { ...node, display: 'ActionsLineGraph', chartSettings };
  const axisOf = (columns: readonly string[], results: readonly unknown[], more: object = {}) =>
    read('series', table({ ...query, chartSettings: { ...chartSettings, ...more } }, { columns, results }));
  const plain = axisOf(
    ['day', 'shops'],
    [
      ['2026-05-03', 3],
      ['2026-05-01T00:00:00Z', 1],
      ['2026-05-02', 2],
    ],
  );
  assert.deepEqual(plain.series[0]?.values, [1, 2, 3]);
  const byPlan = axisOf(
    ['day', 'plan', 'shops'],
    [
      ['2026-05-01', 'Free', 1],
      ['2026-05-03', 'Free', 3],
      ['2026-05-02', 'Pro', 2],
    ],
    { seriesBreakdownColumn: 'plan' },
  );
  assert.deepEqual(byPlan.axis.texts, ['2026-05-01', '2026-05-02', '2026-05-03']);
  assert.deepEqual(
    byPlan.series.map(({ values }) => values),
    [
      [1, null, 3],
      [null, 2, null],
    ],
  );
  const texts = axisOf(
    ['day', 'shops'],
    [
      ['Wed', 3],
      ['2026-05-01', 1],
    ],
  );
  assert.deepEqual(texts.axis.texts, ['Wed', '2026-05-01']);
});

test('a tile counts all series of a query and reads the values of the first', () => {
  const axes = (yAxis: readonly object[], more: object = {}) => ({
    ...node,
    display: 'ActionsLineGraph',
    chartSettings: { xAxis: { column: 'day' }, yAxis, ...more },
  });
  const numbers = [...Array(60).keys()];
  const names = numbers.map((one) => `c${one}`);
  const wide = table(axes(names.map((column) => ({ column }))), {
    columns: ['day', ...names],
    results: [['2026-11-01', ...numbers]],
  });
  const long = table(axes([{ column: 'shops' }], { seriesBreakdownColumn: 'plan' }), {
    columns: ['day', 'plan', 'shops'],
    results: numbers.map((one) => ['2026-11-01', names[one], one]),
  });
  for (const tile of [wide, long]) {
    const { series, seriesShown } = read('series', tile);
    assert.deepEqual(seriesShown, { shown: 50, total: 60 });
    assert.deepEqual(
      series.map(({ label, values }) => [label, ...values]),
      numbers.slice(0, 50).map((one) => [names[one], one]),
    );
    const whole = readTile(tile, unlimited);
    assert.deepEqual(whole.kind === 'series' && whole.series.at(-1)?.values, [59]);
  }
});

test('a table in place of a chart says of which period each row is', () => {
  const days = ['1 day', '2 days'];
  const series = (compare_label: string, data: readonly number[]) => ({
    label: 'a',
    days,
    data,
    compare_label,
  });
  const stickiness = read('table', {
    insight: {
      query: {
        kind: 'StickinessQuery',
        stickinessFilter: { display: 'ActionsTable' },
        compareFilter: { compare: true },
      },
      result: [series('current', [5, 3]), series('previous', [4, 1])],
    },
  });
  assert.deepEqual(stickiness.rows, [
    ['a', 'current', 5, 3],
    ['a', 'previous', 4, 1],
  ]);
  assert.deepEqual(stickiness.columns.slice(0, 2), [{ meaning: 'series' }, { meaning: 'period' }]);
  const step = (name: string, order: number, count: number, compare_label: string) => ({
    name,
    order,
    count,
    compare_label,
  });
  const funnel = (result: readonly object[]) =>
    read('table', {
      insight: { query: { kind: 'FunnelsQuery', funnelsFilter: { funnelVizType: 'flow' } }, result },
    });
  const now = [step('A', 0, 20, 'current'), step('B', 1, 8, 'current')];
  assert.deepEqual(funnel([...now, step('A', 0, 16, 'previous'), step('B', 1, 6, 'previous')]).rows, [
    ['', 'current', 'A', 20],
    ['', 'current', 'B', 8],
    ['', 'previous', 'A', 16],
    ['', 'previous', 'B', 6],
  ]);
  assert.deepEqual(funnel(now).rows, [
    ['', 'A', 20],
    ['', 'B', 8],
  ]);
});

test('a table in place of a chart has no values for intervals still to come', () => {
  const query = { kind: 'TrendsQuery', series: [{ math: 'dau' }], trendsFilter: { display: 'ActionsTable' } };
  const result = [{ label: 'paid', days: ['2026-03-02', '2026-03-03'], data: [4, 0] }];
  const { columns, rows } = read('table', table(query, result, { last_refresh: '2026-03-02T10:00:00Z' }));
  assert.deepEqual([columns, rows], [[{ meaning: 'series' }, { name: '2026-03-02' }], [['paid', 4]]]);
});
