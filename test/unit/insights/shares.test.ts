// Where the values of a tile are parts of a whole, so that each has a share.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawingNotes } from '#webview/dashboard/tileNotes.ts';
import { readAs } from './readAs.ts';

const countries = Array.from({ length: 120 }, (_, at) => total(`c${at}`, 10, { breakdown_value: `c${at}` }));
const before = countries.map((one) => ({ ...one, aggregated_value: 5, compare_label: 'previous' }));
const events = [{ math: 'total' }];

function total(label: string, value: number, more: object = {}) {
  return { label, aggregated_value: value, ...more };
}

function totalsOf(filters: object, result: readonly object[] = [...countries, ...before]) {
  return readAs('bars', { insight: { filters: { display: 'ActionsBarValue', ...filters }, result } }).totals;
}

function totalsByQuery(source: object) {
  const query = { kind: 'TrendsQuery', ...source, trendsFilter: { display: 'ActionsPie', ...source } };
  const insight = { query: { kind: 'InsightVizNode', source: query }, result: countries.slice(0, 3) };
  return readAs('pie', { insight }).totals;
}

test('numbers of events and sums have a total in each period', () => {
  assert.deepEqual(totalsOf({ events }), { present: 1200, previous: 600 });
  assert.ok(totalsOf({ events: [{ math: 'total' }], actions: [{}, { math: 'first_time_for_user' }] }));
  const sum = (math_property: string) => ({ math: 'sum', math_property });
  assert.ok(totalsOf({ events: [sum('revenue'), sum('revenue')] }));
  for (const mixed of [
    [sum('revenue'), sum('tax')],
    [sum('revenue'), ...events],
  ])
    assert.equal(totalsOf({ events: mixed }), undefined);
  assert.deepEqual(totalsByQuery({ series: [{ math: 'sum' }], formulas: [] }), { present: 30, previous: 0 });
});

test('there is no total with an average, a formula, a duration or a negative value', () => {
  assert.equal(totalsOf({ events, actions: [{ math: 'avg' }] }), undefined);
  assert.equal(totalsOf({ events, formula: 'A / B' }), undefined);
  assert.equal(totalsOf({ events, aggregation_axis_format: 'duration' }), undefined);
  assert.equal(totalsOf({ events }, [total('a', 1), total('b', -2)]), undefined);
  assert.equal(totalsByQuery({ series: [{ math: 'p90' }] }), undefined);
  assert.equal(totalsByQuery({ series: [{ math: 'sum' }], formulaNodes: [{ formula: 'A' }] }), undefined);
});

test('there is no total of what one person may be counted in several times', () => {
  for (const math of ['dau', 'weekly_active', 'monthly_active', 'unique_group', 'unique_session'])
    assert.equal(totalsOf({ events: [{ math }] }), undefined, math);
  assert.ok(totalsOf({ events, breakdown_type: 'person' }));
  assert.equal(totalsOf({ events, breakdown_type: 'cohort' }), undefined);
  for (const breakdownFilter of [{ breakdown_type: 'cohort' }, { breakdowns: [{ type: 'cohort' }] }])
    assert.equal(totalsByQuery({ series: [{ math: 'sum' }], breakdownFilter }), undefined);
});

test('series over time are parts of a whole where their totals would be', () => {
  const series = [{ label: 'a', days: ['2026-11-01'], data: [1] }];
  const areParts = (math: string) =>
    readAs('series', { insight: { filters: { events: [{ math }] }, result: series } }).areParts;
  assert.deepEqual([areParts('total'), areParts('dau')], [true, false]);
});

test('a pie without shares says why it has none', () => {
  const notesOf = (more: object) => {
    const filters = { display: 'ActionsPie', events, ...more };
    return drawingNotes(readAs('pie', { insight: { filters, result: countries.slice(0, 3) } }));
  };
  assert.deepEqual(notesOf({}), []);
  assert.deepEqual(notesOf({ breakdown_type: 'cohort' }), [
    'Without percentages: the values may not add up to a whole.',
  ]);
});

test('there is no total where the series are not known', () => {
  assert.equal(totalsOf({}), undefined);
  assert.equal(totalsByQuery({}), undefined);
});
