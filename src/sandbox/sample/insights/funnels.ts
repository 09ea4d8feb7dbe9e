// Funnels: how many persons took the steps in their order, all within half a year of the first one.
import type { Random } from '#sandbox/sample/random.ts';
import { type Activity, type PersonEvent, perPerson } from './activity.ts';
import type { FunnelPlan } from './insightPlan.ts';
import { inventedSteps } from './inventedNumbers.ts';

export const withinDays = 180;
const withinMs = withinDays * 86_400_000;

interface Step {
  readonly count: number;
  /** From the step before, on average; null for the first step and where nobody got there. */
  readonly seconds: number | null;
}

interface Try {
  readonly person: number;
  /** When the steps were taken. */
  readonly times: readonly number[];
}

/** A list of steps, or one for each value where the plan breaks them down. */
export function funnelResult(plan: FunnelPlan, activity: Activity, random: Random): readonly unknown[] {
  if (!plan.steps.every((event) => activity.byEvent.has(event)))
    return stepsText(plan, inventedSteps(plan, random));
  const tries = [...perPerson(activity.personEvents)].map(([person, personEvents]) => ({
    person,
    times: timesOf(plan.steps, personEvents),
  }));
  const { by } = plan;
  if (by === undefined) return stepsText(plan, countSteps(plan, tries));
  const groups = Map.groupBy(tries, ({ person }) => activity.persons[person]?.get(by) ?? '');
  return [...groups]
    .map(([value, some]) => ({ value, steps: countSteps(plan, some) }))
    .toSorted((one, other) => (other.steps[0]?.count ?? 0) - (one.steps[0]?.count ?? 0))
    .slice(0, 5)
    .map(({ value, steps }) => stepsText(plan, steps, value));
}

function countSteps({ steps }: FunnelPlan, tries: readonly Try[]): readonly Step[] {
  const counts = steps.map(() => ({ count: 0, ms: 0 }));
  for (const { times } of tries) {
    times.forEach((atMs, index) => {
      const step = counts[index];
      if (!step) return;
      step.count += 1;
      step.ms += atMs - (times[index - 1] ?? atMs);
    });
  }
  return counts.map(({ count, ms }, index) => ({
    count,
    seconds: index === 0 || count === 0 ? null : Math.round(ms / count / 1000),
  }));
}

/** When a person took the steps, as many as were taken at the best of all tries. */
function timesOf(steps: readonly string[], personEvents: readonly PersonEvent[]): readonly number[] {
  let best: readonly number[] = [];
  personEvents.forEach(({ event, atMs: startMs }, from) => {
    if (event !== steps[0] || best.length === steps.length) return;
    const times = [startMs];
    for (const later of personEvents.slice(from + 1)) {
      if (later.atMs > startMs + withinMs) break;
      if (later.event === steps[times.length]) times.push(later.atMs);
    }
    if (times.length > best.length) best = times;
  });
  return best;
}

function stepsText({ steps }: FunnelPlan, counted: readonly Step[], value?: string): readonly object[] {
  return steps.map((event, order) => ({
    action_id: event,
    type: 'events',
    name: event,
    custom_name: null,
    order,
    count: counted[order]?.count ?? 0,
    average_conversion_time: counted[order]?.seconds ?? null,
    // A list: deployments of today break down by several properties.
    ...(value !== undefined && { breakdown: [value], breakdown_value: [value] }),
  }));
}
