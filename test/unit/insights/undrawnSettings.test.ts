// Whatever a query says about its picture is drawn, or named at the tile: settings that the laws of drawn settings do not have.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTile } from '#insights/readTile.ts';
import { drawingNotes } from '#webview/dashboard/tileNotes.ts';

const series = { label: 'paid', data: [1, 2], days: ['2026-03-02', '2026-03-03'], count: 3 };
const step = { name: 'visit', order: 0, count: 4 };
const cohort = { date: '2026-03-02', label: 'Day 0', values: [{ count: 4 }, { count: 1 }] };
const link = { source: '1_/', target: '2_/pay', value: 3, average_conversion_time: 10 };
const status = (name: string) => ({ ...series, status: name });

const results: Readonly<Record<string, readonly unknown[]>> = {
  TrendsQuery: [series],
  FunnelsQuery: [step, { ...step, name: 'pay', order: 1, count: 2 }],
  RetentionQuery: [cohort],
  PathsQuery: [link],
  StickinessQuery: [{ ...series, days: [1, 2], labels: ['1 day', '2 days'] }],
  LifecycleQuery: [status('new'), status('dormant')],
};

function notesOf(source: { readonly kind: string; readonly [key: string]: unknown }, node: object = {}) {
  const query = { kind: 'InsightVizNode', source, ...node };
  return drawingNotes(readTile({ insight: { result: results[source.kind], query } }));
}

const rows = {
  result: [
    ['2026-03-02', 4, 1],
    ['2026-03-03', 5, 2],
  ],
  columns: ['day', 'orders', 'rate'],
};
const axes = { xAxis: { column: 'day' }, yAxis: [{ column: 'orders' }] };

function notesOfRows(chartSettings: object, node: object = {}, display = 'ActionsLineGraph') {
  const query = {
    kind: 'DataVisualizationNode',
    display,
    chartSettings: { ...axes, ...chartSettings },
    ...node,
  };
  return drawingNotes(readTile({ insight: { ...rows, query } }));
}

function notesOfFilters(filters: { readonly insight: string; readonly [key: string]: unknown }) {
  const kinds: Readonly<Record<string, string>> = {
    TRENDS: 'TrendsQuery',
    FUNNELS: 'FunnelsQuery',
    RETENTION: 'RetentionQuery',
    LIFECYCLE: 'LifecycleQuery',
  };
  return drawingNotes(readTile({ insight: { result: results[kinds[filters.insight] ?? ''], filters } }));
}

describe('a setting that is not drawn', () => {
  const trends = (trendsFilter: object) => notesOf({ kind: 'TrendsQuery', trendsFilter });
  const hidden = 'Series that are hidden in the web UI are shown here.';

  test('is named at a trend', () => {
    const notes: readonly (readonly [setting: object, note: string])[] = [
      [{ showMovingAverage: true, movingAverageIntervals: 7 }, 'The moving average is not drawn here.'],
      [{ showConfidenceIntervals: true, confidenceLevel: 95 }, 'Confidence intervals are not drawn here.'],
      [{ showMultipleYAxes: true }, 'All series have the same axis here.'],
      [{ resultCustomizations: { 0: { assignmentBy: 'position', hidden: true } } }, hidden],
      [{ showAlertThresholdLines: true }, 'Lines of alerts are not drawn here.'],
    ];
    for (const [setting, note] of notes) assert.deepEqual(trends(setting), [note], JSON.stringify(setting));
  });

  test('is named at every other kind', () => {
    const means = notesOf({ kind: 'RetentionQuery', retentionFilter: { showMean: true } });
    assert.deepEqual(means, ['The row of means is not shown here.']);
    const stickiness = notesOf({ kind: 'StickinessQuery', stickinessFilter: { hiddenLegendIndexes: [1] } });
    assert.deepEqual(stickiness, [hidden]);
  });

  test('is named if each interval is of several', () => {
    const longer = ['Each interval is 7 times as long as its label says.'];
    for (const kind of ['TrendsQuery', 'StickinessQuery', 'LifecycleQuery'])
      assert.deepEqual(notesOf({ kind, intervalCount: 7 }), longer, kind);
    assert.deepEqual(notesOfFilters({ insight: 'TRENDS', interval_count: 7 }), longer);
    for (const value of [1, null, 0, -1]) {
      assert.deepEqual(notesOf({ kind: 'TrendsQuery', intervalCount: value }), []);
      assert.deepEqual(notesOfFilters({ insight: 'TRENDS', interval_count: value }), []);
    }
  });

  test('is not named for the length of intervals if none has a label', () => {
    const notes = (display: string) =>
      notesOf({ kind: 'TrendsQuery', intervalCount: 7, trendsFilter: { display } });
    for (const display of ['BoldNumber', 'ActionsBarValue', 'ActionsTable'])
      assert.deepEqual(notes(display), [], display);
    for (const kind of ['FunnelsQuery', 'RetentionQuery', 'PathsQuery'])
      assert.deepEqual(notesOf({ kind, intervalCount: 7 }), [], kind);
    assert.deepEqual(notesOfFilters({ insight: 'FUNNELS', interval_count: 7 }), []);
    const longer = ['Each interval is 7 times as long as its label says.'];
    const result = [{ ...series, action: { math: 'dau' } }];
    const byDay = { kind: 'TrendsQuery', intervalCount: 7, trendsFilter: { display: 'ActionsTable' } };
    const table = { insight: { result, query: { ...byDay, series: [{ math: 'dau' }] } } };
    assert.deepEqual(drawingNotes(readTile(table)), longer, 'a column for each day');
  });

  test('is named at the chart of a query’s rows', () => {
    const column = (settings: object) => ({ yAxis: [{ column: 'orders', settings }] });
    const notes: readonly (readonly [setting: object, note: string])[] = [
      [{ leftYAxisSettings: { scale: 'logarithmic' } }, 'A logarithmic scale is not drawn here.'],
      [{ leftYAxisSettings: { startAtZero: false } }, 'The axis begins at 0 here.'],
      [{ goalLines: [{ label: 'Goal', value: 3 }] }, 'Goal lines are not drawn here.'],
      [column({ display: { yAxisPosition: 'right' } }), 'All series have the same axis here.'],
      [column({ display: { trendLine: true } }), 'Trend lines are not drawn here.'],
      [column({ formatting: { style: 'currency' } }), 'The number format “currency” is not used here.'],
    ];
    for (const [setting, note] of notes)
      assert.deepEqual(notesOfRows(setting), [note], JSON.stringify(setting));
  });

  test('is named at old filters', () => {
    const scale = 'A logarithmic scale is not drawn here.';
    assert.deepEqual(notesOfFilters({ insight: 'TRENDS', y_axis_scale_type: 'log10' }), [scale]);
    assert.deepEqual(notesOfFilters({ insight: 'TRENDS', hidden_legend_keys: { 0: true } }), [hidden]);
    assert.deepEqual(notesOfFilters({ insight: 'RETENTION', retention_reference: 'previous' }), [
      'Percentages are of the first interval here, not of the one before.',
    ]);
  });

  test('is named by its key if nobody knows it, wherever it is', () => {
    const named = ['The setting “spiral” is not drawn here.'];
    assert.deepEqual(trends({ spiral: 'left' }), named);
    assert.deepEqual(notesOf({ kind: 'PathsQuery', spiral: 7 }), named);
    assert.deepEqual(notesOf({ kind: 'FunnelsQuery' }, { spiral: { turns: 2 } }), named);
    assert.deepEqual(trends({ resultCustomizations: { 0: { spiral: true } } }), named);
    assert.deepEqual(trends({ constructor: 1 }), ['The setting “constructor” is not drawn here.']);
    assert.deepEqual(notesOf({ kind: 'TrendsQuery', compareFilter: { spiral: [1] } }), named);
    assert.deepEqual(notesOfRows({ spiral: true }), named);
    assert.deepEqual(notesOfRows({ yAxis: [{ column: 'orders', settings: { spiral: 'x' } }] }), named);
    assert.deepEqual(notesOfRows({}, { spiral: 'x' }), named);
    assert.deepEqual(notesOfFilters({ insight: 'FUNNELS', spiral: 'x' }), named);
  });

  test('is named at a box plot, which is a table', () => {
    const boxplot_data = [{ day: '2026-03-02', min: 0, p25: 1, median: 2, mean: 2, p75: 3, max: 4 }];
    const query = { kind: 'TrendsQuery', trendsFilter: { display: 'BoxPlot', goalLines: [{ value: 3 }] } };
    assert.deepEqual(drawingNotes(readTile({ insight: { result: [], boxplot_data, query } })), [
      'Shown as a table: it cannot be drawn as “BoxPlot”.',
      'Goal lines are not drawn here.',
    ]);
  });

  test('is named if its value is of another type, or one that nobody knows', () => {
    assert.deepEqual(trends({ aggregationAxisFormat: 'furlongs' }), [
      'The number format “furlongs” is not used here.',
    ]);
    assert.deepEqual(notesOf({ kind: 'TrendsQuery', interval: 'fortnight' }), [
      'The setting “interval” is not drawn here.',
    ]);
    assert.deepEqual(notesOf({ kind: 'TrendsQuery', trendsFilter: 'bars' }), [
      'The setting “trendsFilter” is not drawn here.',
    ]);
    assert.deepEqual(notesOfRows({ yAxis: [{ column: 'orders' }], leftYAxisSettings: [1] }), [
      'The setting “leftYAxisSettings” is not drawn here.',
    ]);
    assert.deepEqual(
      notesOf({ kind: 'RetentionQuery', retentionFilter: { retentionCustomBrackets: [-1] } }),
      ['The setting “retentionCustomBrackets” is not drawn here.'],
    );
  });

  test('cannot break the sentence, or fill the tile', () => {
    const hostile = { '\u202e[x](command:y)\u0000': 1, ['k'.repeat(500)]: 1 };
    const notes = trends(hostile).join('');
    for (const character of ['\u202e', '\u0000']) assert.ok(!notes.includes(character));
    assert.ok(notes.length < 300);
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, index]));
    assert.equal(trends(many).length, 20);
    const customizations = Object.fromEntries(Object.keys(many).map((key) => [key, { spiral: key }]));
    assert.deepEqual(trends({ resultCustomizations: customizations }), [
      'The setting “spiral” is not drawn here.',
    ]);
  });
});

describe('a setting', () => {
  const none = [undefined, null, false, '', [], {}];

  test('that is not set is not named', () => {
    for (const value of none)
      assert.deepEqual(
        notesOf({ kind: 'TrendsQuery', spiral: value, trendsFilter: { goalLines: value, spiral: value } }),
        [],
      );
  });

  test('that is off in each of its parts is not named', () => {
    assert.deepEqual(notesOfFilters({ insight: 'TRENDS', hidden_legend_keys: { 0: false, 1: null } }), []);
  });

  test('that old filters keep of another kind is not named', () => {
    const kept = {
      funnel_viz_type: 'trends',
      funnel_step_reference: 'previous',
      mean_retention_calculation: 'simple',
      retention_reference: 'previous',
      toggledLifecycles: ['new'],
    };
    assert.deepEqual(notesOfFilters({ insight: 'TRENDS', ...kept }), []);
    assert.equal(notesOfFilters({ insight: 'RETENTION', ...kept }).length, 2);
    assert.equal(notesOfFilters({ insight: 'LIFECYCLE', ...kept }).length, 1);
  });

  test('of another display is not named, and one of its own is', () => {
    const node = { vizSpecificOptions: { ActionsPie: { hideAggregation: true } } };
    const notes = (display: string) => notesOf({ kind: 'TrendsQuery', trendsFilter: { display } }, node);
    assert.deepEqual(notes('ActionsLineGraph'), []);
    assert.ok(notes('ActionsPie').includes('The setting “hideAggregation” is not drawn here.'));
  });

  test('that decides what is calculated, or how the same values look, is not named', () => {
    const source = {
      kind: 'TrendsQuery',
      interval: 'day',
      dateRange: { date_from: '-30d' },
      properties: { type: 'AND', values: [] },
      filterTestAccounts: true,
      samplingFactor: 0.1,
      breakdownFilter: { breakdown: 'plan', breakdown_type: 'event', breakdown_limit: 5 },
      dataColorTheme: 3,
      trendsFilter: {
        display: 'ActionsLineGraph',
        yAxisScaleType: 'linear',
        showLegend: true,
        showValuesOnSeries: true,
        decimalPlaces: 2,
        aggregationAxisFormat: 'numeric',
        smoothingIntervals: 7,
        resultCustomizations: { 0: { assignmentBy: 'position', color: 'preset-3' } },
      },
    };
    assert.deepEqual(notesOf(source, { full: true, showHeader: true }), []);
    const retention = {
      retentionType: 'retention_first_time',
      period: 'Week',
      totalIntervals: 8,
      cumulative: true,
    };
    assert.deepEqual(notesOf({ kind: 'RetentionQuery', retentionFilter: retention }), []);
    assert.deepEqual(
      notesOf({ kind: 'FunnelsQuery', funnelsFilter: { layout: 'horizontal', funnelOrderType: 'strict' } }),
      [],
    );
    const toggledLifecycles = ['new', 'returning', 'resurrecting', 'dormant'];
    assert.deepEqual(
      notesOf({ kind: 'LifecycleQuery', lifecycleFilter: { stacked: true, toggledLifecycles } }),
      [],
    );
  });
});
