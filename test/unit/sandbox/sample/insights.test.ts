import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerFunctions } from '#sandbox/membership/sqlFunctions.ts';
import { fillWithSample } from '#sandbox/sample/fillWithSample.ts';
import { Database } from '#sandbox/store/database.ts';
import { dashboardText, findDashboard } from '#sandbox/store/dashboards.ts';
import { tables } from '#sandbox/store/openStore.ts';

const dayMs = 86_400_000;
/** A Sunday afternoon. */
const nowMs = Date.UTC(2026, 4, 17, 14);

// oxlint-disable-next-line typescript/no-explicit-any -- a tile as JSON
type Json = any;

const db = new Database(':memory:', 'draft');
db.exec(tables);
registerFunctions(db);
fillWithSample(db, { nowMs, persons: 2000, cohorts: 0 }, () => undefined);

const texts = Array.from({ length: 40 }, (_, index) => {
  const dashboard = findDashboard(db, 1, index + 1);
  assert.ok(dashboard);
  return dashboardText(db, dashboard, true);
});
const tiles: Json[] = texts.flatMap((text) => JSON.parse(text).tiles);
const insights: Json[] = tiles.flatMap(({ insight }) => insight ?? []);

function named(title: string): Json {
  const found = insights.find(({ name, derived_name: derived }) => (name || derived) === title);
  assert.ok(found, title);
  return found;
}

function count(sql: string): number {
  return Number(Object.values(db.get(`SELECT ${sql}`) ?? {})[0]);
}

const events = (name: string, fromMs: number, toMs = nowMs) =>
  `FROM event JOIN event_name ON id = name_id WHERE name = '${name}' AND person_id <= 2000
    AND at_ms >= ${fromMs} AND at_ms < ${toMs}`;
const startOfToday = nowMs - 14 * 3_600_000;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe('tiles of the sample', () => {
  it('are of all kinds, half of their insights with filters and half with a query', () => {
    const displays = insights.map(
      ({ filters, query }) => filters.display ?? query?.source.trendsFilter?.display,
    );
    for (const display of [
      undefined,
      'ActionsLineGraph',
      'ActionsLineGraphCumulative',
      'ActionsAreaGraph',
      'ActionsBar',
      'ActionsBarValue',
      'ActionsPie',
      'ActionsTable',
      'BoldNumber',
      'WorldMap',
    ])
      assert.ok(displays.includes(display), display);
    const old = new Set(insights.flatMap(({ filters }) => filters.insight ?? []));
    const recent = new Set(insights.flatMap(({ query }) => query?.source.kind ?? []));
    for (const kind of ['Trends', 'Funnels', 'Retention', 'Stickiness', 'Lifecycle', 'Paths'])
      assert.ok(old.has(kind.toUpperCase()) || recent.has(`${kind}Query`), kind);
    const withQuery = insights.filter(({ query }) => query !== null);
    assert.ok(withQuery.every(({ filters }) => Object.keys(filters).length === 0));
    assert.ok(withQuery.length > insights.length * 0.35 && withQuery.length < insights.length * 0.65);
    const kinds = new Set(withQuery.map(({ query }) => query.kind));
    assert.deepEqual(kinds, new Set(['InsightVizNode', 'DataVisualizationNode', 'DataTableNode']));
    for (const part of ['text', 'widget', 'button_tile'])
      assert.ok(
        tiles.some((tile) => tile[part]),
        part,
      );
  });

  it('stay below 300 kB for a dashboard', () => {
    for (const text of texts) assert.ok(text.length < 300_000);
  });

  it('are placed on twelve columns without overlapping; some layouts are missing, some numbers are text', () => {
    for (const text of texts) {
      const taken = new Set<string>();
      for (const { layouts } of JSON.parse(text).tiles) {
        if (!layouts.sm) continue;
        const { sm } = layouts;
        const [x, y, w, h] = [Number(sm.x), Number(sm.y), Number(sm.w), Number(sm.h)];
        assert.ok(x >= 0 && x + w <= 12);
        for (let cell = 0; cell < w * h; cell += 1) {
          const place = `${x + (cell % w)} ${y + Math.floor(cell / w)}`;
          assert.ok(!taken.has(place), place);
          taken.add(place);
        }
      }
    }
    assert.ok(tiles.some(({ layouts }) => layouts.sm === undefined));
    assert.ok(tiles.some(({ layouts }) => layouts.sm && layouts.xs === undefined));
    assert.ok(tiles.some(({ layouts }) => typeof layouts.sm?.x === 'string'));
  });

  it('say when they were calculated; one is stale, one was never calculated, one failed', () => {
    const states = insights.map(
      ({ result, last_refresh: last, is_cached: isCached, query_status: status }) => {
        assert.equal(isCached, result !== null);
        if (result === null) return status?.error === true ? 'failed' : 'empty';
        return Date.parse(last) < nowMs - 7 * dayMs ? 'stale' : 'fresh';
      },
    );
    for (const state of ['stale', 'empty', 'failed'])
      assert.equal(states.filter((one) => one === state).length, 1, state);
  });
});

describe('results of the sample’s insights', () => {
  it('count the events of each day; today is still going on', () => {
    const [current, previous] = named('Orders per day').result;
    assert.deepEqual([current.compare_label, previous.compare_label], ['current', 'previous']);
    assert.deepEqual([current.days.at(-1), previous.days.at(-1)], ['2026-05-17', '2026-04-17']);
    assert.equal(current.data.at(-1), count(`count(*) ${events('order placed', startOfToday)}`));
    assert.equal(
      current.data.at(-2),
      count(`count(*) ${events('order placed', startOfToday - dayMs, startOfToday)}`),
    );
    assert.equal(sum(current.data), current.count);
    assert.equal(current.count, count(`count(*) ${events('order placed', startOfToday - 29 * dayMs)}`));
  });

  it('count each person once if the number is one of persons', () => {
    const [{ aggregated_value: persons }] = named('People who ordered').result;
    assert.equal(
      persons,
      count(`count(DISTINCT person_id) ${events('order placed', startOfToday - 29 * dayMs)}`),
    );
  });

  it('break down by the values of a property: the map has each country', () => {
    const { result } = named('Orders by country');
    assert.ok(result.every((one: Json) => /^[A-Z]{2}$/.test(one.breakdown_value) && one.data.length === 0));
    const total = sum(result.map((one: Json) => one.aggregated_value));
    assert.equal(total, count(`count(*) ${events('order placed', startOfToday - 89 * dayMs)}`));
  });

  it('never fall if they are cumulative', () => {
    const [{ data }] = named('Sign-ups so far').result;
    assert.deepEqual(
      data.toSorted((one: number, other: number) => one - other),
      data,
    );
    assert.equal(data.length, 90);
  });

  it('have fewer persons with each step of a funnel, and times of conversion', () => {
    const steps = named('Sign-up → menu → first order').result;
    assert.deepEqual(
      steps.map((step: Json) => step.order),
      [0, 1, 2],
    );
    assert.equal(steps[0].count, 2000);
    assert.equal(steps[0].average_conversion_time, null);
    assert.ok(steps[1].count > steps[2].count && steps[2].count > 0 && steps[2].average_conversion_time > 0);
    const lists = named('Visit → order → invoice, by system').result;
    assert.ok(lists.length > 2 && lists.every((list: Json) => list[0].breakdown_value.length === 1));
  });

  it('have a row for each interval of retention, the last one with one value', () => {
    const { result } = named('Shops coming back, by week');
    assert.deepEqual(
      result.map((row: Json) => row.values.length),
      [9, 8, 7, 6, 5, 4, 3, 2, 1],
    );
    for (const { values } of result)
      for (const { count: later } of values) assert.ok(later <= values[0].count);
  });

  it('have the persons of each week in the states of a lifecycle, the dormant ones below zero', () => {
    const { result } = named('New, returning and dormant shops');
    const data = new Map<string, number[]>(result.map((one: Json) => [one.status, one.data]));
    const thisWeek = ['new', 'returning', 'resurrecting'].map((status) => data.get(status)?.at(-1) ?? 0);
    const monday = Date.UTC(2026, 4, 11);
    assert.equal(sum(thisWeek), count(`count(DISTINCT person_id) ${events('order placed', monday)}`));
    assert.ok(data.get('dormant')?.every((one) => one <= 0) && sum(data.get('dormant') ?? []) < 0);
  });

  it('have numbers as the days of stickiness', () => {
    const [{ days, data }] = named('Order days per month').result;
    assert.deepEqual(days, [1, 2, 3, 4, 5, 6, 7]);
    assert.equal(
      sum(data),
      count(`count(DISTINCT person_id) ${events('order placed', startOfToday - 29 * dayMs)}`),
    );
  });

  it('have paths without circles, tables with and without columns, and one result of no known shape', () => {
    const paths = named('What people do first').result;
    assert.ok(paths.every(({ source, target }: Json) => Number(target[0]) === Number(source[0]) + 1));
    const { columns, results } = named('Orders by plan (SQL)').result;
    assert.ok(results.length > 2 && results.every((row: Json) => row.length === columns.length));
    assert.equal(sum(results.map((row: Json) => row[2])), count(`count(*) ${events('order placed', 0)}`));
    assert.ok(Array.isArray(named('Latest events').result[0]));
    assert.ok(!Array.isArray(named('Orders by hour').result));
  });
});
