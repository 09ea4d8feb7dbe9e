import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { computedAt, readTile } from '#insights/readTile.ts';
import { readAs as read } from './readAs.ts';

const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
const trend = (more: object = {}) => ({
  label: 'order placed',
  days,
  labels: ['1-Nov-2026', '2-Nov-2026', '3-Nov-2026'],
  data: [3, 5, 8],
  count: 16,
  ...more,
});
const old = (filters: object, result: unknown, more: object = {}) => ({
  id: 1,
  insight: { filters, result, ...more },
});
const viz = (source: object, result: unknown) => ({
  id: 1,
  insight: { query: { kind: 'InsightVizNode', source }, result },
});

describe('a trend', () => {
  test('is a line over days, by old filters and by a new query alike', () => {
    const byFilters = read('series', old({ insight: 'TRENDS', interval: 'day' }, [trend()]));
    const byQuery = read('series', viz({ kind: 'TrendsQuery', interval: 'day' }, [trend()]));
    assert.deepEqual(byFilters, byQuery);
    assert.equal(byFilters.form, 'line');
    assert.deepEqual(byFilters.axis, { kind: 'time', interval: 'day', texts: days });
    assert.deepEqual(byFilters.series, [{ label: 'order placed', values: [3, 5, 8], isComparison: false }]);
  });

  test('has its previous period as a comparison, at the same places, and stacks no two periods', () => {
    const previous = trend({ compare_label: 'previous', days: ['2026-10-30', '2026-10-31'], data: [1, 2] });
    const { series, axis, form } = read(
      'series',
      old({ display: 'ActionsBar' }, [trend({ compare_label: 'current' }), previous]),
    );
    assert.deepEqual(axis.texts, days);
    assert.deepEqual([series[1]?.values, series[1]?.isComparison], [[1, 2, null], true]);
    assert.equal(form, 'groupedBars');
  });

  test('is incomplete at its end if its last interval had not passed when it was computed', () => {
    const at = (last_refresh: string) =>
      read('series', old({ interval: 'day' }, [trend()], { last_refresh })).isLastIncomplete;
    assert.equal(at('2026-11-03T15:00:00Z'), true);
    assert.equal(at('2026-11-04T00:00:00Z'), false);
    const ofTwoDays = old({ interval: 'day', interval_count: 2 }, [trend()], {
      last_refresh: '2026-11-04T00:00:00Z',
    });
    assert.equal(read('series', ofTwoDays).isLastIncomplete, true);
    assert.equal(read('series', old({ interval: 'month' }, [trend()])).isLastIncomplete, false);
    const ofTile = { ...old({ interval: 'day' }, [trend()]), last_refresh: '2026-11-03T15:00:00Z' };
    assert.equal(read('series', ofTile).isLastIncomplete, true); // the insight itself has no time
  });

  test('ends where it was computed, also where old filters make it other than 0 without events', () => {
    const filters = [
      { display: 'ActionsLineGraphCumulative' },
      { smoothing_intervals: 3 },
      { formula: 'A + 8' },
    ];
    for (const own of filters) {
      const tile = old(own, [trend({ data: [3, 8, 8] })], { last_refresh: '2026-11-02T15:00:00Z' });
      assert.deepEqual(read('series', tile).series[0]?.values, [3, 8], JSON.stringify(own));
    }
  });

  test('has its values after it was computed beside a series that counts days before', () => {
    const of = (math: string, data: readonly unknown[]) => trend({ label: math, data, action: { math } });
    const valuesOf = (...result: readonly object[]) =>
      read(
        'series',
        old({ events: [{ math: 'total' }, { math: 'weekly_active' }] }, result, {
          last_refresh: '2026-11-01T15:00:00Z',
        }),
      ).series.map(({ values }) => values);
    const active = of('weekly_active', [7, 7, 7]);
    assert.deepEqual(valuesOf(of('total', [4, 5, 6]), active), [
      [4, 5, 6],
      [7, null, null],
    ]);
    assert.deepEqual(valuesOf(of('total', [4, 0, 0]), active), [[4], [7]]);
  });

  test('has values after it was computed that cannot be drawn, or that a number reads as 0', () => {
    const last_refresh = '2026-11-01T15:00:00Z';
    const seriesOf = (data: readonly unknown[]) =>
      read('series', old({}, [trend({ data })], { last_refresh })).series[0];
    assert.deepEqual(seriesOf([4, 0, 'Infinity'])?.cells, { 2: 'Infinity' });
    assert.deepEqual(seriesOf([4, 0, 'Infinity'])?.values, [4, null, null]);
    assert.deepEqual(seriesOf([4, '1e-400', 0])?.values, [4, 0]);
    assert.deepEqual(seriesOf([4, '0.00000000000000000000', 0])?.values, [4]);
  });

  test('leaves its settings to no other kind of old filters, whose values to come are real', () => {
    const kept = { smoothing_intervals: 3, formula: 'A', display: 'ActionsLineGraphCumulative' };
    const result = [trend({ status: 'new', action: { math: 'weekly_active' } })];
    const tile = old({ insight: 'LIFECYCLE', ...kept }, result, { last_refresh: '2026-11-01T15:00:00Z' });
    assert.deepEqual(read('lifecycle', tile).series[0]?.values, [3, 5, 8]);
  });

  test('is drawn over labels if its days are no dates', () => {
    const { axis } = read('series', old({}, [trend({ days: ['yesterday', '2026-13-45', ''] })]));
    assert.deepEqual(axis, {
      kind: 'text',
      interval: 'day',
      texts: ['1-Nov-2026', '2-Nov-2026', '3-Nov-2026'],
    });
  });

  test('is drawn over labels if a day is one that no month has', () => {
    const kindOf = (day: string) =>
      read('series', old({}, [trend({ days: ['2026-02-01', '2026-02-02', day] })])).axis.kind;
    assert.equal(kindOf('2026-02-28'), 'time');
    for (const day of ['2026-02-29', '2026-02-30', '2026-04-31T10:00:00Z'])
      assert.equal(kindOf(day), 'text', day);
    assert.equal(kindOf('2028-02-29 23:30:00+02:00'), 'time');
  });

  test('keeps gaps, and takes numbers that came as text', () => {
    const { series } = read('series', old({}, [trend({ data: [null, '2.5', -1] })]));
    assert.deepEqual(series[0]?.values, [null, 2.5, -1]);
  });

  test('shows the first 50 of 10,000 series', () => {
    const { series, seriesShown } = read('series', old({}, Array(10_000).fill(trend())));
    assert.equal(series.length, 50);
    assert.deepEqual(seriesShown, { shown: 50, total: 10_000 });
  });

  test('shows the newest 1,000 of 1,000,000 points', () => {
    const data = Array.from({ length: 1_000_000 }, (_, index) => index);
    const tile = old({}, [trend({ data, days: data.map(String), labels: undefined })]);
    const { series, axis, pointsShown } = read('series', tile);
    assert.deepEqual(pointsShown, { shown: 1000, total: 1_000_000 });
    assert.equal(series[0]?.values.at(-1), 999_999);
    assert.equal(axis.texts.at(-1), '999999');
  });

  test('takes its unit from the axis', () => {
    const filters = { aggregation_axis_format: 'duration', aggregation_axis_postfix: ' h' };
    assert.deepEqual(read('series', old(filters, [trend()])).style, {
      unit: 'seconds',
      prefix: '',
      postfix: ' h',
    });
    const query = { kind: 'TrendsQuery', trendsFilter: { aggregationAxisFormat: 'duration_ms' } };
    assert.equal(read('series', viz(query, [trend()])).style.unit, 'milliseconds');
  });

  test('names its series by the custom name, the label, or the breakdown', () => {
    const labels = read(
      'series',
      old({}, [
        trend({ action: { custom_name: 'Orders' } }),
        trend({ label: '', breakdown_value: ['DE', 3] }),
        trend({ label: null }),
      ]),
    ).series.map(({ label }) => label);
    assert.deepEqual(labels, ['Orders', 'DE · 3', '']);
  });

  test('names each part of an event that is broken down, also one with a custom name', () => {
    const named = { id: 'signed up', name: 'signed up', custom_name: 'Sign-ups' };
    const labelOf = (label: string, action: object, breakdown_value: unknown = 'Chrome') =>
      read('series', old({}, [trend({ label, action, breakdown_value })])).series[0]?.label;
    // The value of a cohort is its id, and that of all other values a code: the label has the words.
    assert.equal(labelOf('Loyal customers', named, 12), 'Sign-ups · Loyal customers');
    for (const label of ['Chrome', 'signed up - Chrome', 'Sign-ups - Chrome', 'signed up', 'Sign-ups', ''])
      assert.equal(labelOf(label, named), 'Sign-ups · Chrome', label);
    const plain = { ...named, custom_name: null };
    assert.equal(labelOf('Chrome', plain), 'Chrome');
    assert.equal(labelOf('signed up - Chrome', plain), 'signed up - Chrome');
    assert.equal(labelOf('signed up', plain), 'signed up · Chrome');
    const slices = ['Chrome', 'Safari'].map((label) => ({
      ...trend({ label, action: named }),
      breakdown_value: label,
    }));
    for (const [display, kind] of [
      ['ActionsPie', 'pie'],
      ['ActionsBarValue', 'bars'],
    ] as const)
      assert.deepEqual(
        read(kind, old({ display }, slices)).slices.map(({ label }) => label),
        ['Sign-ups · Chrome', 'Sign-ups · Safari'],
      );
  });
});

describe('one value of each series', () => {
  const total = (label: string, value: unknown, more: object = {}) => ({
    label,
    aggregated_value: value,
    ...more,
  });

  test('is a number with its comparison', () => {
    const compared = total('Orders', 8, { compare_label: 'previous' });
    const tile = old({ display: 'BoldNumber' }, [total('Orders', 12), compared]);
    const { value, previous, label } = read('number', tile);
    assert.deepEqual({ value, previous, label }, { value: 12, previous: 8, label: 'Orders' });
  });

  test('is a pie, bars by value, or a ranked map', () => {
    const result = [total('a', 1, { breakdown_value: 'DE' }), total('b', 2, { breakdown_value: 'FR' })];
    assert.deepEqual(
      read('pie', old({ display: 'ActionsPie' }, result)).slices.map(({ value }) => value),
      [1, 2],
    );
    assert.equal(read('bars', old({ display: 'ActionsBarValue' }, result)).slices.length, 2);
    assert.deepEqual(
      read('worldMap', old({ display: 'WorldMap' }, result)).slices.map(({ label }) => label),
      ['FR', 'DE'],
    );
    const unknown = read('worldMap', old({ display: 'WorldMap' }, [total('a', 1, { breakdown_value: '' })]));
    assert.equal(unknown.slices[0]?.label, ''); // not the name of the series
  });
});

describe('other insights', () => {
  test('stickiness is series over numbers of days', () => {
    const result = [{ label: 'visit', days: [1, 2], labels: ['1 day', '2 days'], data: [9, 4], count: 13 }];
    const { axis } = read('series', old({ insight: 'STICKINESS' }, result));
    assert.deepEqual(axis, { kind: 'text', interval: 'day', texts: ['1 day', '2 days'] });
  });

  const step = (name: string, order: number, count: unknown, more: object = {}) => ({
    name,
    order,
    count,
    average_conversion_time: order === 0 ? null : 90,
    ...more,
  });

  test('a funnel has its steps in order', () => {
    const { groups } = read(
      'funnel',
      old({ insight: 'FUNNELS' }, [step('order', 1, 20), step('visit', 0, 100)]),
    );
    assert.deepEqual(groups, [
      {
        label: '',
        isComparison: false,
        steps: [
          { name: 'visit', count: 100, seconds: undefined },
          { name: 'order', count: 20, seconds: 90 },
        ],
      },
    ]);
  });

  test('a funnel over time is series in percent, and the time to convert a table', () => {
    const overTime = old({ insight: 'FUNNELS', funnel_viz_type: 'trends' }, [
      trend({ data: [10, 20.5, 30] }),
    ]);
    assert.equal(read('series', overTime).style.unit, 'percent');
    const bins = { bins: [[60, 5] as const, [120, 1] as const], average_conversion_time: 70 };
    const times = viz({ kind: 'FunnelsQuery', funnelsFilter: { funnelVizType: 'time_to_convert' } }, bins);
    assert.deepEqual(read('table', times).rows, [
      [60, 5],
      [120, 1],
    ]);
  });

  test('paths are links between places, the widest first, and a circle is marked as circular', () => {
    const link = (source: string, target: string, value: number) => ({
      source,
      target,
      value,
      average_conversion_time: 90_500,
    });
    const paths = read('paths', old({ insight: 'PATHS' }, [link('1_/', '2_/a', 3), link('1_/', '2_/b', 5)]));
    assert.deepEqual(paths.nodes, ['/', '/b', '/a']);
    assert.equal(paths.links[0]?.value, 5);
    assert.equal(paths.links[0]?.step, 1);
    assert.equal(paths.links[0]?.seconds, 90.5);
    assert.equal(paths.isCircular, false);
    const circle = read(
      'paths',
      old({ insight: 'PATHS' }, [link('x', 'a', 1), link('a', 'b', 1), link('b', 'a', 1)]),
    );
    assert.equal(circle.isCircular, true);
  });
});

describe('a result of another shape than its kind has is unknown', () => {
  const numbers = ['words for numbers', 'a word for the only number'];
  const odd: Readonly<Record<string, { insight: { query?: unknown; result: unknown } }>> = {
    'no list': old({}, { a: 1 }),
    'a text': old({}, 'soon'),
    'no series': old({}, [1, 2]),
    'words for numbers': old({}, [trend({ data: ['a', 'b', 'c'] })]),
    'a word for the only number': old({ display: 'ActionsPie' }, [trend({ aggregated_value: 'NaN' })]),
    'more values than days': old({}, [trend({ data: [1, 2, 3, 4] })]),
    'series of different days': old({}, [
      trend(),
      trend({ days: ['2026-01-01', '2026-01-02', '2026-01-03'] }),
    ]),
    'no points': old({}, [trend({ data: [], days: [] })]),
    'a lifecycle of an unknown status': old({ insight: 'LIFECYCLE' }, [trend({ status: 'asleep' })]),
    'a negative count in a funnel': old({ insight: 'FUNNELS' }, [{ name: 'a', order: 0, count: -1 }]),
    'a negative count in retention': old({ insight: 'RETENTION' }, [{ label: 'a', values: [{ count: -1 }] }]),
    'paths without names': old({ insight: 'PATHS' }, [{ source: 1, target: 2, value: 3 }]),
    'an insight of an unknown kind': old({ insight: 'ORACLE' }, [trend()]),
    'a query of an unknown kind': viz({ kind: 'OracleQuery' }, [trend()]),
    'rows of mixed shapes': { insight: { query: { kind: 'DataTableNode' }, result: [[1], { a: 1 }] } },
  };
  for (const [what, tile] of Object.entries(odd)) {
    test(what, () => {
      const { json, why, isCut } = read('unknown', tile);
      assert.deepEqual([JSON.parse(json), isCut], [tile.insight.result, false]);
      const isNumber = numbers.includes(what) || what.startsWith('a negative count');
      assert.equal(why, isNumber ? 'number' : 'shape');
    });
  }

  test('and its JSON is cut, at any depth and size', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 5000; depth++) deep = [deep];
    assert.equal(read('unknown', old({ insight: 'ORACLE' }, { deep })).isCut, true);
    const long = read('unknown', old({ insight: 'ORACLE' }, Array(100_000).fill('x'.repeat(10))));
    assert.equal(long.json.length <= 20_000, true);
    assert.equal(long.isCut, true);
  });
});

describe('a tile without a chart', () => {
  test('says why', () => {
    assert.equal(read('empty', old({}, null)).reason, 'notComputed');
    assert.equal(read('empty', { insight: {} }).reason, 'notComputed');
    assert.equal(read('empty', old({}, [])).reason, 'noData');
    assert.equal(read('empty', { id: 1 }).reason, 'noContent');
    const failed = old({}, null, { query_status: { error: true, error_message: 'Out of memory' } });
    assert.deepEqual(read('empty', failed), { kind: 'empty', reason: 'failed', message: 'Out of memory' });
  });

  test('is a text, a widget or a button', () => {
    assert.deepEqual(read('text', { text: { body: '# Hi' } }), { kind: 'text', body: '# Hi', isCut: false });
    assert.equal(read('text', { text: { body: 'x'.repeat(50_000) } }).isCut, true);
    assert.equal(read('widget', { widget: { name: 'Errors', widget_type: 'error_list' } }).name, 'Errors');
    assert.equal(read('button', { button_tile: { text: 'Go', url: 'https://a.example' } }).text, 'Go');
  });

  test('is a button with its whole address, or with none that would be another one', () => {
    const urlOf = (url: unknown) => read('button', { button_tile: { text: 'Go', url } }).url;
    const long = `https://a.example/?q=${'x'.repeat(5000)}`;
    assert.equal(urlOf(long), long);
    assert.equal(urlOf(`${long}${long}`), '');
    assert.equal(urlOf(7), '');
  });

  test('can be anything at all, and has no content then', () => {
    for (const value of [undefined, null, 1, 'x', [], {}, { insight: 1 }, { text: [] }])
      assert.deepEqual(readTile(value), { kind: 'empty', reason: 'noContent', message: '' });
  });
});

test('the time of a result is that of its insight, else unknown', () => {
  assert.equal(computedAt({ insight: { last_refresh: '1970-01-01T00:00:01Z' } }), 1000);
  assert.equal(computedAt({ insight: { last_refresh: 'never' } }), undefined);
  assert.equal(computedAt({}), undefined);
});
