// What a query says of its picture, as people see it: names, periods, formats, and what is drawn instead.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toDataTable } from '#insights/dataTable.ts';
import { readTile } from '#insights/readTile.ts';
import { inEnglish } from '#text/translate.ts';
import { drawingNotes, leftOutNotes } from '#webview/dashboard/tileNotes.ts';
import { readAs } from './readAs.ts';

const days = ['2026-03-02', '2026-03-03'];

const viz = (source: object, result: unknown, others: object = {}) => ({
  insight: { result, query: { kind: 'InsightVizNode', source }, ...others },
});

function table(tile: unknown): readonly (readonly unknown[])[] {
  const found = toDataTable(readTile(tile), inEnglish);
  return found ? [found.columns.map(({ title }) => title), ...found.rows] : [];
}

describe('an earlier period', () => {
  const number = (value: number, label: string) => ({
    label: 'paid',
    data: [],
    days: [],
    aggregated_value: value,
    compare_label: label,
  });
  const compared = (display: string, compareFilter: object) =>
    viz({ kind: 'TrendsQuery', trendsFilter: { display }, compareFilter }, [
      number(12, 'current'),
      number(10, 'previous'),
    ]);

  test('is called by how long before it began', () => {
    const words: readonly (readonly [compareTo: string | undefined, word: string])[] = [
      [undefined, 'Previous period'],
      ['', 'Previous period'],
      ['-1h', '1 hour before'],
      ['-1d', '1 day before'],
      ['-2d', '2 days before'],
      ['-1w', '1 week before'],
      ['-1m', '1 month before'],
      ['-3m', '3 months before'],
      ['-1q', '1 quarter before'],
      ['-1y', '1 year before'],
      ['-2y', '2 years before'],
      ['last summer', 'Earlier period'],
      ['-99999y', 'Earlier period'],
    ];
    for (const [compareTo, word] of words) {
      const filter = { compare: true, ...(compareTo !== undefined && { compare_to: compareTo }) };
      assert.deepEqual(table(compared('BoldNumber', filter)), [
        ['Series', 'Value', word],
        ['paid', 12, 10],
      ]);
    }
  });

  test('is called so in old filters, in series and in bars, too', () => {
    const series = (label: string, year: string) => ({
      label: 'paid',
      data: [1, 2],
      days: days.map((day) => day.replace('2026', year)),
      compare_label: label,
    });
    const filters = { insight: 'TRENDS', compare: true, compare_to: '-1y' };
    const result = [series('current', '2026'), series('previous', '2025')];
    assert.deepEqual(table({ insight: { result, filters } })[0], [
      'Date',
      'paid',
      'Date (1 year before)',
      'paid (1 year before)',
    ]);
    assert.deepEqual(table(compared('ActionsBarValue', { compare: true, compare_to: '-1m' }))[2], [
      'paid (1 month before)',
      10,
    ]);
  });

  test('is called so in tables in place of charts, too', () => {
    const compareFilter = { compare: true, compare_to: '-1m' };
    const both = (one: object) => [
      { ...one, compare_label: 'current' },
      { ...one, compare_label: 'previous' },
    ];
    const [trends, trendsOfOdd] = ['ActionsTable', 'Spiral'].map((display) =>
      compared(display, compareFilter),
    );
    const sticky = { label: 'paid', days: [1], labels: ['1 day'], data: [4] };
    const stickiness = {
      kind: 'StickinessQuery',
      stickinessFilter: { display: 'ActionsTable' },
      compareFilter,
    };
    const flow = { kind: 'FunnelsQuery', funnelsFilter: { funnelVizType: 'flow' }, compareFilter };
    const tables = [
      trends,
      trendsOfOdd,
      viz(stickiness, both(sticky)),
      viz(flow, both({ name: 'paid', order: 0, count: 4 })),
    ];
    for (const tile of tables) {
      const periods = table(tile).map((row) => row[1]);
      assert.deepEqual(periods, ['Period', 'Present period', '1 month before']);
    }
    const odd = [{ ...sticky, label: 'current', count: 4, compare_label: 'next' }];
    const query = { kind: 'TrendsQuery', trendsFilter: { display: 'ActionsTable' } };
    assert.deepEqual(table(viz(query, odd))[1], ['current', 'next', 4]);
  });

  test('of a funnel with a breakdown is beside the present one', () => {
    const steps = (period: string, counts: readonly number[]) =>
      counts.map((count, order) => ({
        ...{ name: `s${order}`, order, count, compare_label: period, breakdown_value: ['DE'] },
      }));
    const source = { kind: 'FunnelsQuery', compareFilter: { compare: true } };
    const lists = viz(source, [steps('current', [20, 8]), steps('previous', [16, 6])]);
    assert.deepEqual(
      [...new Set(table(lists).map(([name]) => name))],
      ['Breakdown', 'DE', 'DE (previous period)'],
    );
  });
});

describe('a value that is missing', () => {
  const total = (value: unknown, label: string) => ({
    ...{ label: 'paid', data: [], days: [], count: 0, aggregated_value: value, compare_label: label },
  });
  const tile = (display: string, ...result: readonly object[]) =>
    viz({ kind: 'TrendsQuery', trendsFilter: { display }, compareFilter: { compare: true } }, result);

  test('is no zero, now or before', () => {
    const number = tile('BoldNumber', total(12, 'current'), total(null, 'previous'));
    assert.equal(readAs('number', number).previous, undefined);
    assert.equal(readAs('empty', tile('BoldNumber', total(null, 'current'))).reason, 'noData');
    const bars = tile('ActionsBarValue', total(12, 'current'), total(null, 'previous'));
    assert.deepEqual(table(bars).slice(1), [
      ['paid', 12],
      ['paid (previous period)', null],
    ]);
  });
});

test('what is shown of a part of the result says so', () => {
  const result = [{ label: 'paid', data: [1, 2], days, count: 3 }];
  const tile = viz({ kind: 'TrendsQuery', trendsFilter: {} }, result, { hasMore: true });
  assert.deepEqual(leftOutNotes(readTile(tile)), ['The service has more values than it sent.']);
  const box = { day: '2026-03-02', min: 0, p25: 1, median: 2, mean: 2, p75: 3, max: 4 };
  const boxPlot = viz({ kind: 'TrendsQuery' }, [], { boxplot_data: [box], hasMore: true });
  assert.deepEqual(leftOutNotes(readTile(boxPlot)), ['The service has more rows than it sent.']);
  const unknown = viz({ kind: 'SpiralQuery' }, result, { hasMore: true });
  const odd = viz({ kind: 'TrendsQuery' }, ['odd'], { hasMore: true });
  for (const one of [unknown, odd]) {
    assert.equal(readTile(one).kind, 'unknown');
    assert.deepEqual(leftOutNotes(readTile(one)), ['The service has more values than it sent.']);
  }
});

test('formulas of one label are told apart', () => {
  const formula = { label: 'Formula', data: [1, 2], days, count: 3, action: null };
  const tile = viz({ kind: 'TrendsQuery', trendsFilter: { formulas: ['A', 'B'] } }, [formula, formula]);
  assert.deepEqual(table(tile)[0], ['Date', 'Formula · 1', 'Formula · 2']);
});

describe('a display that is not drawn', () => {
  const total = (label: string, value: number) => ({ label, data: [], days: [], aggregated_value: value });

  test('is a table that says so', () => {
    const boxes = days.map((day, at) => ({
      ...{ day, label: day, min: at, p25: at + 1, median: at + 2, mean: 2.5, p75: at + 3, max: at + 4 },
    }));
    const boxPlot = viz({ kind: 'TrendsQuery', trendsFilter: { display: 'BoxPlot' } }, [], {
      boxplot_data: boxes,
    });
    assert.deepEqual(table(boxPlot), [
      ['Date', 'Minimum', '25th percentile', 'Median', 'Average', '75th percentile', 'Maximum'],
      ['2026-03-02', 0, 1, 2, 2.5, 3, 4],
      ['2026-03-03', 1, 2, 3, 2.5, 4, 5],
    ]);
    const twoNumbers = viz({ kind: 'TrendsQuery', trendsFilter: { display: 'BoldNumber' } }, [
      total('paid', 4),
      total('visit', 9),
    ]);
    assert.deepEqual(table(twoNumbers), [
      ['Series', 'Total'],
      ['paid', 4],
      ['visit', 9],
    ]);
    const flow = viz({ kind: 'FunnelsQuery', funnelsFilter: { funnelVizType: 'flow' } }, [
      { name: 'visit', order: 0, count: 9 },
      { name: 'paid', order: 1, count: 4 },
    ]);
    assert.deepEqual(table(flow).slice(1), [
      ['', 'visit', 9],
      ['', 'paid', 4],
    ]);
    for (const [tile, display] of [
      [boxPlot, 'BoxPlot'],
      [twoNumbers, 'BoldNumber'],
      [flow, 'flow'],
    ] as const)
      assert.deepEqual(drawingNotes(readTile(tile)), [
        `Shown as a table: it cannot be drawn as “${display}”.`,
      ]);
  });

  test('names what a time to convert counts', () => {
    const titleOf = (more: object) => {
      const funnelsFilter = { funnelVizType: 'time_to_convert', ...more };
      return table(viz({ kind: 'FunnelsQuery', funnelsFilter, ...more }, { bins: [[60, 4]] }))[0]?.[1];
    };
    assert.equal(titleOf({}), 'Persons');
    assert.equal(titleOf({ aggregation_group_type_index: 0 }), 'Groups');
    assert.equal(titleOf({ funnelAggregateByHogQL: 'properties.$session_id' }), 'Sessions');
  });

  test('adds up no averages, also if only the query says that they are some', () => {
    const result = [{ label: 'amount', data: [10, 20], days, count: 30, action: { math: 'total' } }];
    const filters = { insight: 'TRENDS', display: 'ActionsBarValue', events: [{ id: 'paid', math: 'avg' }] };
    assert.deepEqual(table({ insight: { result, filters } }), [
      ['Series', ...days],
      ['amount', 10, 20],
    ]);
  });

  test('is stickiness as an area, drawn as one', () => {
    const result = [{ label: 'visit', data: [6, 3], days: [1, 2], labels: ['1 day', '2 days'] }];
    const tile = (display: string) => viz({ kind: 'StickinessQuery', stickinessFilter: { display } }, result);
    assert.equal(readAs('series', tile('ActionsAreaGraph')).form, 'area');
    assert.equal(readAs('table', tile('Spiral')).insteadOf, 'Spiral');
  });

  test('says that nobody converted, where the service has one empty time', () => {
    const tile = viz(
      { kind: 'FunnelsQuery', funnelsFilter: { funnelVizType: 'time_to_convert' } },
      {
        bins: [[null, null]],
      },
    );
    assert.equal(readAs('empty', tile).reason, 'noData');
  });
});

test('the columns of a retention are counted from where the query begins', () => {
  const result = [{ date: '2026-03-02', label: 'Day 0', values: [{ count: 5 }, { count: 2 }, { count: 1 }] }];
  const tile = (filter: object) =>
    viz({ kind: 'RetentionQuery', retentionFilter: { cohortLabelStartIndex: 1, ...filter } }, result);
  assert.deepEqual(table(tile({}))[0], ['Cohort', 'Day 1', 'Day 2', 'Day 3']);
  assert.deepEqual(table(tile({ retentionCustomBrackets: [3, 4] }))[0], [
    'Cohort',
    'Day 1',
    'Day 2–4',
    'Day 5–8',
  ]);
});

describe('the rows of a query', () => {
  const sql = (
    columns: readonly string[],
    result: readonly unknown[],
    {
      display = 'ActionsLineGraph',
      ...chartSettings
    }: { readonly display?: string; readonly [key: string]: unknown },
  ) => ({ insight: { result, columns, query: { kind: 'DataVisualizationNode', display, chartSettings } } });
  const byCountry = [
    ['2026-03-02', 'de', 30],
    ['2026-03-02', 'fr', 20],
    ['2026-03-03', 'de', 31],
  ];
  const axes = { xAxis: { column: 'day' }, yAxis: [{ column: 'n' }], seriesBreakdownColumn: 'country' };

  test('are a table if that column is missing, or two rows are one point', () => {
    const missing = sql(['day', 'land', 'n'], byCountry, axes);
    const twice = sql(['day', 'country', 'n'], [...byCountry, ['2026-03-02', 'de', 7]], axes);
    for (const tile of [missing, twice]) assert.equal(readAs('table', tile).insteadOf, 'ActionsLineGraph');
  });

  test('have the format and the name of their column', () => {
    const settings = {
      display: { label: 'Conversion' },
      formatting: { style: 'percent', prefix: '~', suffix: ' a day' },
    };
    const yAxis = [{ column: 'rate', settings }];
    const series = readAs(
      'series',
      sql(['day', 'rate'], [['2026-03-02', 0.4]], { xAxis: { column: 'day' }, yAxis }),
    );
    assert.deepEqual(series.style, { unit: 'share', prefix: '~', postfix: ' a day' });
    assert.equal(series.series[0]?.label, 'Conversion');
    const number = readAs('number', sql(['rate'], [['0.42']], { display: 'BoldNumber', yAxis }));
    assert.deepEqual([number.label, number.value, number.style.unit], ['Conversion', 0.42, 'share']);
  });

  test('of two forms or formats say that they are drawn in one', () => {
    const yAxis = [
      { column: 'orders', settings: { display: { displayType: 'bar' } } },
      { column: 'rate', settings: { display: { displayType: 'line' }, formatting: { style: 'percent' } } },
    ];
    const tile = sql(['day', 'orders', 'rate'], [['2026-03-02', 100, 0.4]], {
      display: 'ActionsStackedBar',
      xAxis: { column: 'day' },
      yAxis,
    });
    assert.equal(readAs('series', tile).form, 'line');
    assert.deepEqual(drawingNotes(readTile(tile)), [
      'Drawn as lines: bars and lines are not drawn together here.',
      'The number formats of columns are not used here.',
    ]);
  });
});
