import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTile } from '#insights/readTile.ts';
import {
  axes,
  funnel,
  node,
  nothing,
  old,
  retention,
  series,
  sql,
  step,
  steps,
  total,
  ways,
  testTiles,
} from './serviceTiles.ts';

testTiles('another insight of a service', {
  'a funnel without an order': [
    funnel({ funnelOrderType: 'unordered' }, [
      step('Completed 1 step', 0, 8),
      step('Completed 2 steps', 1, 2),
    ]),
    'funnel',
    [steps, ['Completed 1 step', 8, 1, 1, null], ['Completed 2 steps', 2, 0.25, 0.25, 30]],
  ],
  'a funnel of groups': [
    funnel({}, [step('visit', 0, 8), step('pay', 1, 2)], { aggregation_group_type_index: 0 }),
    'funnel',
    [steps.with(1, 'Groups'), ['visit', 8, 1, 1, null], ['pay', 2, 0.25, 0.25, 30]],
  ],
  'a funnel of sessions': [
    funnel({ funnelAggregateByHogQL: 'properties.$session_id' }, [step('visit', 0, 8), step('pay', 1, 2)]),
    'funnel',
    [steps.with(1, 'Sessions'), ['visit', 8, 1, 1, null], ['pay', 2, 0.25, 0.25, 30]],
  ],
  'a funnel by cohort': [
    funnel({}, [
      [step('visit', 0, 8, { breakdown: 'all users', breakdown_value: 'all' })],
      [step('visit', 0, 2, { breakdown: 'Regulars', breakdown_value: 3 })],
    ]),
    'funnel',
    [
      ['Breakdown', ...steps],
      ['all users', 'visit', 8, 1, 1, null],
      ['Regulars', 'visit', 2, 1, 1, null],
    ],
  ],
  'a funnel of nobody': [
    funnel({}, [step('visit', 0, 0), step('pay', 1, 0)]),
    'funnel',
    [steps, ['visit', 0, null, null, null], ['pay', 0, null, null, 30]],
  ],
  'a funnel over time by value': [
    funnel({ funnelVizType: 'trends' }, [
      series([14.05, 20], { breakdown_value: 'xl', label: 'xl' }),
      series([1, 2], { breakdown_value: 's', label: 's' }),
    ]),
    'series',
    [
      ['Date', 'xl', 's'],
      ['2026-04-06', 14.05, 1],
      ['2026-04-07', 20, 2],
    ],
  ],
  'retention without the time of its calculation': [
    retention({}, [8, 3, 0], {}, { last_refresh: null }),
    'retention',
    [
      ['Cohort', 'Day 0', 'Day 1'],
      ['2026-04-06', 8, 3],
    ],
  ],
  'retention with its own brackets': [
    retention({ retentionCustomBrackets: [3, 4] }, [8, 3, 1]),
    'retention',
    [
      ['Cohort', 'Day 0', 'Day 1–3', 'Day 4–7'],
      ['2026-04-06', 8, 3, 1],
    ],
  ],
  'retention of the interval before': [
    retention({ retentionReference: 'previous' }, [8, 3, 1]),
    'retention',
    [
      ['Cohort', 'Day 0', 'Day 1', 'Day 2'],
      ['2026-04-06', 8, 3, 1],
    ],
    'Percentages are of the first interval here, not of the one before.',
  ],
  'retention by month': [
    retention({ period: 'Month', meanRetentionCalculation: 'weighted', cumulative: true }, [8], {
      date: '2026-03-01',
    }),
    'retention',
    [
      ['Cohort', 'Month 0'],
      ['2026-03-01', 8],
    ],
    'The row of means is not shown here.',
  ],
  'stickiness of 2021': [
    old({ insight: 'STICKINESS', shown_as: 'Stickiness', events: [{ id: 'baked' }] }, [
      series([6, 3], { days: [1, 2], labels: ['1 day', '2 days'] }),
    ]),
    'series',
    [
      ['Label', 'baked'],
      ['1 day', 6],
      ['2 days', 3],
    ],
  ],
  'a lifecycle side by side': [
    node({ kind: 'LifecycleQuery', lifecycleFilter: { stacked: false } }, [
      series([5, 6], { status: 'new' }),
      series([-1, -2], { status: 'dormant' }),
    ]),
    'lifecycle',
    [
      ['Date', 'New', 'Dormant'],
      ['2026-04-06', 5, -1],
      ['2026-04-07', 6, -2],
    ],
    'Statuses are drawn above and below each other here.',
  ],
  'paths with groups of pages': [
    node({ kind: 'PathsQuery', pathsFilter: { edgeLimit: 9, pathGroupings: ['/shop/*'] } }, [
      { source: '1_/home', target: '2_/shop/*', value: 30, average_conversion_time: 12_000 },
      { source: '1_', target: '2_/shop/*', value: 3, average_conversion_time: 1000 },
    ]),
    'paths',
    [ways, [1, '/home', '/shop/*', 30, 12], [1, '', '/shop/*', 3, 1]],
  ],
  'bars of a query over null and an empty text': [
    sql(
      ['size', 'n'],
      [
        [null, 2],
        ['', 3],
        [['a', 'b'], 4],
      ],
      'ActionsBar',
      axes('size', 'n'),
    ),
    'series',
    [
      ['Label', 'n'],
      ['null', 2],
      ['""', 3],
      ['a · b', 4],
    ],
  ],
  'a query by year': [
    sql(
      ['y', 'n'],
      [
        ['2024-01-01', 2],
        ['2025-01-01', 3],
      ],
      'ActionsBar',
      axes('y', 'n'),
    ),
    'series',
    [
      ['Date', 'n'],
      ['2024-01-01', 2],
      ['2025-01-01', 3],
    ],
  ],
  'two columns of one name': [
    sql(['x', 'n', 'n'], [['a', 1, 200]], 'ActionsBar', axes('x', 'n', 'n')),
    'series',
    [
      ['Label', 'n · 1', 'n · 2'],
      ['a', 1, 200],
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
      total(2, { breakdown_value: nothing }),
    ]),
    'worldMap',
    [
      ['Country', 'Country code', 'Value'],
      ['Germany', 'Germany', 7],
      ['None', null, 2],
    ],
  ],
});

describe('a tile of a service', () => {
  test('that has no result says why', () => {
    const reasons: readonly (readonly [insight: object, reason: string])[] = [
      [{ result: null, query_status: { error: true, error_message: 'Out of memory' } }, 'failed'],
      [{ result: [], query_status: { error: true } }, 'failed'],
      [{ result: [], query_status: { complete: false } }, 'running'],
      [{ result: [] }, 'noData'],
      [{ result: null }, 'notComputed'],
    ];
    for (const [insight, reason] of reasons) {
      const model = readTile({
        insight: { query: { kind: 'InsightVizNode', source: { kind: 'TrendsQuery' } }, ...insight },
      });
      assert.deepEqual([model.kind, 'reason' in model && model.reason], ['empty', reason]);
    }
    const failed = readTile({ error: { message: 'No such display' }, insight: { result: null } });
    assert.deepEqual(['message' in failed && failed.message], ['No such display']);
  });

  test('of a kind that is not known is JSON', () => {
    assert.equal(readTile(old({ insight: 'SESSIONS', session: 'avg' }, [series([1, 2])])).kind, 'unknown');
    assert.equal(
      readTile({ insight: { result: [1], query: { kind: 'SavedInsightNode', shortId: 'a' } } }).kind,
      'unknown',
    );
  });
});
