import {
  action,
  broken,
  byTime,
  days,
  nothing,
  old,
  rest,
  series,
  total,
  trend,
  testTiles,
} from './serviceTiles.ts';

testTiles('a trend of a service', {
  'a trend by minute': [
    trend({}, [series([3, 0], { days: ['2026-04-06T08:01:00', '2026-04-06T08:02:00'] })], {
      interval: 'minute',
    }),
    'series',
    byTime('baked', ['2026-04-06T08:01:00', 3], ['2026-04-06T08:02:00', 0]),
  ],
  'a trend by quarter': [
    trend({ display: 'ActionsBar' }, [series([3, 4], { days: ['2025-10-01', '2026-01-01'] })], {
      interval: 'quarter',
    }),
    'series',
    byTime('baked', ['2025-10-01', 3], ['2026-01-01', 4]),
  ],
  'a trend that ends in the future': [
    trend(
      {},
      [series([3, 4, 0, 0], { days: [...days, '2026-04-08', '2026-04-09'] })],
      {},
      {
        last_refresh: '2026-04-07T12:00:00Z',
      },
    ),
    'series',
    byTime('baked', ['2026-04-06', 3], ['2026-04-07', 4]),
  ],
  'a breakdown with nothing, the rest and an empty value': [
    trend(
      { display: 'ActionsBarValue' },
      [
        total(9, { label: rest, breakdown_value: rest }),
        total(4, { label: nothing, breakdown_value: nothing }),
        total(2, { label: '', breakdown_value: '' }),
      ],
      broken,
    ),
    'bars',
    [
      ['Series', 'Value'],
      ['(other)', 9],
      ['(none)', 4],
      ['(empty)', 2],
    ],
  ],
  'a breakdown by two properties': [
    trend({}, [
      series([1, 2], { label: 'xl::DE', breakdown_value: ['xl', 'DE'] }),
      series([3, 4], { label: `xl::${nothing}`, breakdown_value: ['xl', nothing] }),
    ]),
    'series',
    [
      ['Date', 'xl · DE', 'xl · (none)'],
      ['2026-04-06', 1, 3],
      ['2026-04-07', 2, 4],
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
  'a breakdown by true and false, as a pie': [
    trend(
      { display: 'ActionsPie' },
      [
        total(3, { label: 'true', breakdown_value: true }),
        total(1, { label: 'false', breakdown_value: false }),
      ],
      { ...broken, series: [{ kind: 'EventsNode', event: 'baked', math: 'total' }] },
    ),
    'pie',
    [
      ['Series', 'Value'],
      ['true', 3],
      ['false', 1],
    ],
  ],
  'a breakdown of an event with a name of its own': [
    trend(
      {},
      [
        series([1, 2], {
          label: 'baked - xl',
          breakdown_value: 'xl',
          action: { ...action, custom_name: 'Loaves' },
        }),
      ],
      broken,
    ),
    'series',
    byTime('Loaves · xl', ['2026-04-06', 1], ['2026-04-07', 2]),
  ],
  'a formula with a breakdown': [
    trend(
      { formula: 'A/B', aggregationAxisFormat: 'percentage_scaled' },
      [
        series([0.5, 0.25], { label: 'Formula (A/B)', breakdown_value: 'xl', action: null }),
        series([0.1, 0.2], { label: 'Formula (A/B)', breakdown_value: 's', action: null }),
      ],
      broken,
    ),
    'series',
    [
      ['Date', 'Formula (A/B) · xl', 'Formula (A/B) · s'],
      ['2026-04-06', 0.5, 0.1],
      ['2026-04-07', 0.25, 0.2],
    ],
  ],
  'a formula with a name and a breakdown': [
    trend(
      { formulaNodes: [{ formula: 'A/B', custom_name: 'Yield' }] },
      [series([0.5, 0.25], { label: 'Yield', breakdown_value: 'xl', action: null })],
      broken,
    ),
    'series',
    byTime('Yield · xl', ['2026-04-06', 0.5], ['2026-04-07', 0.25]),
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
  'a comparison of 2021': [
    old({ insight: 'TRENDS', compare: true, events: [{ id: 'baked' }] }, [
      series([1, 2], { compare_label: 'current', labels: ['day 0', 'day 1'] }),
      series([3, 4], {
        compare_label: 'previous',
        labels: ['day 0', 'day 1'],
        days: ['2026-04-04', '2026-04-05'],
      }),
    ]),
    'series',
    [
      ['Date', 'baked', 'Date (previous period)', 'baked (previous period)'],
      ['2026-04-06', 1, '2026-04-04', 3],
      ['2026-04-07', 2, '2026-04-05', 4],
    ],
  ],
  'one event counted in two ways': [
    trend({}, [series([5, 6]), series([2, 3], { action: { ...action, order: 1, math: 'dau' } })]),
    'series',
    [
      ['Date', 'baked · Total count', 'baked · Unique users'],
      ['2026-04-06', 5, 2],
      ['2026-04-07', 6, 3],
    ],
  ],
  'one event with two filters': [
    trend({ display: 'ActionsBar' }, [series([5, 6]), series([2, 3], { action: { ...action, order: 1 } })]),
    'series',
    [
      ['Date', 'baked · A', 'baked · B'],
      ['2026-04-06', 5, 2],
      ['2026-04-07', 6, 3],
    ],
  ],
  currency: [
    trend({ aggregationAxisFormat: 'currency', decimalPlaces: 2 }, [series([1200.5, 88.25])]),
    'series',
    byTime('baked', ['2026-04-06', 1200.5], ['2026-04-07', 88.25]),
    'The number format “currency” is not used here.',
  ],
  'a small number': [
    trend({ display: 'BoldNumber', decimalPlaces: 1 }, [total(0.004)]),
    'number',
    [
      ['Series', 'Value'],
      ['baked', 0.004],
    ],
  ],
  'hidden series of a stack': [
    trend({ display: 'ActionsBar', hiddenLegendIndexes: [1] }, [
      series([1, 2]),
      series([9, 9], { label: 'eaten' }),
    ]),
    'series',
    [
      ['Date', 'baked', 'eaten'],
      ['2026-04-06', 1, 9],
      ['2026-04-07', 2, 9],
    ],
    'Series that are hidden in the web UI are shown here.',
  ],
  'texts in place of numbers': [
    trend({}, [series(['NaN', 'inf', 3], { days: [...days, '2026-04-08'] })]),
    'series',
    byTime('baked', ['2026-04-06', 'NaN'], ['2026-04-07', 'inf'], ['2026-04-08', 3]),
    '2 values cannot be drawn: they are too large, or not numbers. The table shows them.',
  ],
  'a metric of unique users': [
    trend(
      { display: 'Metric', metricSummary: 'latest' },
      [series([3, 4], { action: { ...action, math: 'dau' } })],
      {
        series: [{ kind: 'EventsNode', event: 'baked', math: 'dau' }],
      },
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
    byTime('baked', ['2026-04-06', 0], ['2026-04-07', 0]),
  ],
});
