// Paths from page to page, tables, and a result of a kind that no client knows.
import { type Activity, perPerson } from './activity.ts';
import { intervalStarts } from './intervals.ts';

/** Steps that are shown; the number of a step is part of a page's name, so that no path is a circle. */
const maxSteps = 4;
const sessionMs = 30 * 86_400_000;

export function pathsResult({ byEvent }: Activity): readonly object[] {
  const links = new Map<string, { source: string; target: string; value: number; ms: number }>();
  for (const views of perPerson(byEvent.get('$pageview') ?? []).values()) {
    views.slice(1, maxSteps).forEach((view, index) => {
      const before = views[index];
      if (!before || view.atMs - before.atMs > sessionMs) return;
      const [source, target] = [`${index + 1}_${before.page}`, `${index + 2}_${view.page}`];
      const link = links.get(`${source}\n${target}`) ?? { source, target, value: 0, ms: 0 };
      links.set(`${source}\n${target}`, link);
      link.value += 1;
      link.ms += view.atMs - before.atMs;
    });
  }
  return [...links.values()]
    .toSorted((one, other) => other.value - one.value)
    .map(({ ms, ...link }) => ({ ...link, average_conversion_time: Math.round(ms / link.value) }));
}

export const sqlText = `SELECT person.properties.plan AS plan, count(DISTINCT person_id) AS persons,
  count() AS orders, round(avg(properties.amount), 2) AS "average, €", max(timestamp) AS last
FROM events WHERE event = 'order placed' GROUP BY plan ORDER BY orders DESC`;

/** What `sqlText` asks. */
export function sqlResult({ persons, byEvent }: Activity): object {
  const orders = byEvent.get('order placed') ?? [];
  const results = [...Map.groupBy(orders, ({ person }) => persons[person]?.get('plan') ?? '')]
    .map(([plan, some]) => {
      const amount = some.reduce((sum, one) => sum + one.amount, 0);
      const lastMs = some.reduce((last, { atMs }) => Math.max(last, atMs), 0);
      const average = Math.round((amount / some.length) * 100) / 100;
      return [plan, perPerson(some).size, some.length, average, new Date(lastMs).toISOString()] as const;
    })
    .toSorted((one, other) => other[2] - one[2]);
  return { columns: ['plan', 'persons', 'orders', 'average, €', 'last'], results };
}

/** The latest events as plain rows: event, time, page or amount. */
export function eventRows({ personEvents }: Activity): readonly (readonly unknown[])[] {
  return personEvents
    .toSorted((one, other) => other.atMs - one.atMs)
    .slice(0, 40)
    .map(({ event, atMs, page, amount }) => [event, new Date(atMs).toISOString(), page || amount || null]);
}

/** For each weekday and hour how often it happened in four weeks. */
export function calendarResult(event: string, { byEvent, nowMs }: Activity): object {
  const fromMs = intervalStarts('day', 28, nowMs)[0] ?? nowMs;
  const recent = (byEvent.get(event) ?? [])
    .map(({ atMs }) => new Date(atMs))
    .filter((at) => Number(at) >= fromMs);
  const cells = Map.groupBy(recent, (at) => at.getUTCDay() * 24 + at.getUTCHours());
  const data = [...cells].map(([cell, all]) => ({
    row: Math.floor(cell / 24),
    column: cell % 24,
    value: all.length,
  }));
  return { data, allAggregations: recent.length };
}
