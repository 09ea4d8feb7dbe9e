// A dashboard as a service responds it: with a tile of each kind, with results as services send them and with such as none
// should.

const days = Array.from({ length: 14 }, (_, at) =>
  new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10),
);
const wave = (seed: number, size = 100) =>
  days.map((_, day) => Math.round(size * (1.5 + Math.sin(day / 2 + seed) + seed / 4)));

function series(label: string, seed: number, more: object = {}): object {
  const data = wave(seed);
  const count = data.reduce((sum, value) => sum + value, 0);
  return { label, days, labels: days, data, count, aggregated_value: count, ...more };
}

/** What is no number, or too large, by its day. */
const odd: ReadonlyMap<number, unknown> = new Map<number, unknown>([
  [3, 'NaN'],
  [4, 1e308],
  [9, null],
  [11, 'none'],
]);

const compared = (label: string, seed: number) => [
  series(label, seed, { compare_label: 'current' }),
  series(label, seed + 0.7, { compare_label: 'previous' }),
];

const plans =
  'Free,Starter for small shops,Growth,Enterprise with a contract,Partner,Trial,Old,大阪,None,Other'.split(
    ',',
  );
const hostileName = '<img src=x onerror=alert(1)> \u202Eevil\u202C ' + 'w'.repeat(60);
/** More than a double holds. */
export const longId = '9007199254740993';

const steps = (counts: readonly number[], breakdown_value?: string) =>
  counts.map((count, order) => ({
    name: ['signed up', 'menu published for the first time', 'order placed', 'invoice paid'][order],
    order,
    count,
    average_conversion_time: order === 0 ? null : order * 5400.5,
    ...(breakdown_value && { breakdown_value }),
  }));

type Plan = readonly [name: string, width: number, height: number, insight: object | string];

const trends = (display: string, result: readonly object[]) => ({
  filters: { insight: 'TRENDS', display, interval: 'day', events: [{ id: 'order placed' }] },
  result,
  last_refresh: '2026-11-14T12:00:00Z',
});
const query = (source: object, result: unknown) => ({ query: { kind: 'InsightVizNode', source }, result });
const retention = (period: string, result: unknown) =>
  query({ kind: 'RetentionQuery', retentionFilter: { period } }, result);
const old = (insight: string, result: unknown) => ({ filters: { insight }, result });
const sql = (columns: readonly string[], rows: string) =>
  `{"query": {"kind": "DataTableNode"}, "result": {"columns": ${JSON.stringify(columns)}, "results": ${rows}}}`;
const by = (seeds: number) =>
  Array.from({ length: seeds }, (_, seed) => {
    const plan = plans[seed] ?? `Plan ${seed + 1}`;
    return series(plan, seed / 2, { breakdown_value: plan });
  });

const plansOfTiles: readonly Plan[] = [
  ['Line, compared', 6, 5, trends('ActionsLineGraph', compared('orders', 0))],
  ['Lines, ten', 6, 5, trends('ActionsLineGraph', by(10))],
  ['Area', 4, 5, trends('ActionsAreaGraph', by(10))],
  ['Bars, stacked', 4, 5, trends('ActionsBar', by(20))],
  ['Bars, compared', 4, 5, trends('ActionsBar', compared('orders', 0))],
  ['Bars by value', 6, 5, trends('ActionsBarValue', by(10))],
  ['Bars by value, low', 6, 3, trends('ActionsBarValue', by(10))],
  ['Cumulative', 6, 5, trends('ActionsLineGraphCumulative', by(2))],
  ['Pie', 6, 5, trends('ActionsPie', by(50))],
  ['Pie, narrow', 3, 5, trends('ActionsPie', by(8))],
  ['Lines, narrow', 3, 5, trends('ActionsLineGraph', by(5))],
  ['Number', 3, 3, trends('BoldNumber', compared('orders', 0))],
  [
    'Number, huge',
    3,
    3,
    `{"filters": {"insight": "TRENDS", "display": "BoldNumber"}, "result": [{"label": "", "days": [], "data": [], "aggregated_value": ${longId}}]}`,
  ],
  ['Totals', 6, 4, trends('ActionsTable', by(10))],
  ['Funnel', 6, 5, query({ kind: 'FunnelsQuery' }, steps([4000, 1800, 900, 33]))],
  [
    'Funnel, broken down',
    6,
    5,
    old(
      'FUNNELS',
      ['DE', 'FR', hostileName].map((one, at) => steps([400 - at, 180 * at, 30, 1], one)),
    ),
  ],
  ['Funnel, one value', 3, 3, old('FUNNELS', [steps([40, 18, 3], 'DE')])],
  [
    'Funnel, ten values',
    6,
    5,
    old(
      'FUNNELS',
      plans.map((plan, at) => steps(at === 0 ? [400, 180] : [400 - at, 20 * at, 30, 1], plan)),
    ),
  ],
  ['Funnel, growing', 3, 4, old('FUNNELS', steps([400, 150, 800, 600]))],
  [
    'Funnel, two values',
    4,
    5,
    old(
      'FUNNELS',
      ['DE', 'FR'].map((one, at) => steps([40, 18 + at, 3], one)),
    ),
  ],
  ['Funnel, narrow and low', 3, 3, old('FUNNELS', steps([40, 18]))],
  [
    'Retention',
    12,
    5,
    retention(
      'Week',
      days.slice(0, 8).map((date, row) => ({
        date: `${date}T00:00:00Z`,
        label: `Week ${row}`,
        values: days.slice(row, 8).map((_, at) => ({ count: Math.round(900 / (at + 1)) })),
      })),
    ),
  ],
  [
    'Stickiness',
    6,
    5,
    query({ kind: 'StickinessQuery' }, [
      {
        label: 'orders',
        days: [1, 2, 3, 4, 5, 6, 7],
        labels: ['1 day', '2 days', '3 days', '4 days', '5 days', '6 days', '7 days'],
        data: [900, 500, 300, 200, 100, 50, 20],
        count: 2070,
      },
    ]),
  ],
  [
    'Lifecycle',
    6,
    5,
    old(
      'LIFECYCLE',
      ['new', 'returning', 'resurrecting', 'dormant'].map((status, at) =>
        series(status, at, {
          status,
          data: wave(at).map((value) => (status === 'dormant' ? -value : value)),
        }),
      ),
    ),
  ],
  [
    'Paths',
    12,
    6,
    old(
      'PATHS',
      [
        ['1_/home', '2_/pricing', 90],
        ['1_/home', '2_/menu', 50],
        ['2_/pricing', '3_/sign-up', 60],
        ['2_/menu', '3_/sign-up', 12],
        ['2_/menu', `3_/${hostileName}`, 30],
      ].map(([source, target, value]) => ({ source, target, value, average_conversion_time: 9_000_000 })),
    ),
  ],
  [
    'Paths to many pages',
    6,
    5,
    old(
      'PATHS',
      Array.from({ length: 60 }, (_, at) => ({ source: '1_/', target: `2_/page-${at}`, value: 60 - at })),
    ),
  ],
  [
    'Paths in a circle',
    6,
    5,
    old('PATHS', [
      { source: '/a', target: '/b', value: 9 },
      { source: '/b', target: '/a', value: 4 },
    ]),
  ],
  [
    'World',
    6,
    5,
    trends(
      'WorldMap',
      ['DE', 'FR', 'JP', 'ZZ', ''].map((code, at) => series('orders', at, { breakdown_value: code })),
    ),
  ],
  [
    'Query',
    6,
    5,
    sql(
      ['year', 'id', 'share', 'at', 'name'],
      `[[2026, ${longId}, 0.3333333333333333, "2026-11-02T10:00:00Z", ${JSON.stringify(hostileName)}], [1999, -1, 1e308, null, {"a": [1]}]]`,
    ),
  ],
  [
    'Large values',
    6,
    5,
    trends('ActionsLineGraph', [series('sum', 0, { data: days.map((_, at) => 1e14 * at) })]),
  ],
  [
    'Fractions',
    6,
    5,
    trends('ActionsLineGraph', [series('rate', 0, { data: days.map((_, at) => 0.0004 * at) })]),
  ],
  [hostileName, 6, 5, trends('ActionsLineGraph', [series(hostileName, 0), series(`${hostileName}2`, 1)])],
  ['Not computed', 3, 3, { filters: { insight: 'TRENDS' }, result: null }],
  [
    'Failed',
    3,
    3,
    {
      filters: { insight: 'TRENDS' },
      result: null,
      query_status: { error: true, error_message: `Out of memory ${hostileName}` },
    },
  ],
  ['No data', 3, 3, trends('ActionsLineGraph', [])],
  ['Unknown shape', 3, 3, old('ORACLE', { prophecy: hostileName })],
  ['Not a number', 4, 4, trends('ActionsLineGraph', [series('a', 0, { data: days.map(() => 'NaN') })])],
  [
    'Gaps',
    4,
    4,
    trends('ActionsLineGraph', [
      series('orders', 0, {
        data: wave(0).map((value, day) => (odd.has(day) ? odd.get(day) : value)),
      }),
      series('visits', 2),
    ]),
  ],
  [
    'Pie, odd values',
    4,
    4,
    trends('ActionsPie', [
      series('Free', 0),
      series('Refunds', 1, { aggregated_value: -900 }),
      series('Growth', 2, { aggregated_value: 'many' }),
    ]),
  ],
  [
    'Retention, broken down',
    4,
    4,
    retention(
      'Day',
      plans.map((breakdown_value, row) => {
        return {
          date: days[0],
          breakdown_value,
          values: days.map((_, at) => ({ count: 900 + row - 60 * at })),
        };
      }),
    ),
  ],
  ['Negative count', 4, 4, old('FUNNELS', steps([10, -3]))],
  [
    'No dates',
    4,
    4,
    trends('ActionsLineGraph', [series('a', 0, { days: days.map((_, at) => `someday ${at}`) })]),
  ],
  [
    'Ten thousand series',
    6,
    5,
    trends(
      'ActionsLineGraph',
      Array.from({ length: 10_000 }, (_, at) => ({
        label: `s${at}`,
        days: days.slice(0, 2),
        labels: [],
        data: [at, 1],
        count: at,
      })),
    ),
  ],
  [
    'A million points',
    6,
    5,
    trends('ActionsLineGraph', [
      {
        label: 'long',
        days: Array.from({ length: 1_000_000 }, (_, at) => at),
        labels: [],
        data: Array.from({ length: 1_000_000 }, (_, at) => at % 7),
        count: 1,
      },
    ]),
  ],
];

const others: readonly object[] = [
  {
    text: {
      body: `# Title\n\n**bold** <script>alert(1)</script> [link](javascript:alert(1)) ![x](https://a.example/x.png)\n\n${'long '.repeat(200)}`,
    },
  },
  { text: { body: 'A short text' } },
  { widget: { name: `Errors ${hostileName}`, widget_type: 'error_list' } },
  { button_tile: { text: 'Read the handbook', url: 'https://a.example/handbook' } },
  { button_tile: { text: 'Run', url: 'javascript:alert(1)' } },
];

/** Its text: parsing would change numbers. */
export function everyTile(): string {
  const layoutOf = placer();
  const insights = plansOfTiles.map(([name, w, h, insight], id) => {
    const fields = typeof insight === 'string' ? insight : JSON.stringify(insight);
    const named = `{"name": ${JSON.stringify(name)}, "short_id": "s${id}", ${fields.slice(1)}`;
    return `{"id": ${id + 1}, "layouts": {"sm": ${JSON.stringify(layoutOf(w, h))}}, "insight": ${named}}`;
  });
  const rest = others.map((tile, at) =>
    JSON.stringify({
      id: 1000 + at,
      insight: null,
      layouts: { sm: layoutOf(6, 'button_tile' in tile ? 1 : 3) },
      ...tile,
    }),
  );
  return `{"tiles": [${[...insights, ...rest].join(',')}]}`;
}

/** From left to right, in rows of twelve columns. */
function placer() {
  let [left, top, rowHeight] = [0, 0, 0];
  return (w: number, h: number) => {
    if (left + w > 12) [left, top, rowHeight] = [0, top + rowHeight, 0];
    const place = { x: left, y: top, w, h };
    left += w;
    rowHeight = Math.max(rowHeight, h);
    return place;
  };
}
