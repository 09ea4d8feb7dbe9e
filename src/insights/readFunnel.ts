// Funnels: steps, broken down or not; conversion over time; time to convert.
import type { ChartLimits } from './chartLimits.ts';
import type { ChartModel, FunnelGroup, FunnelStep } from './chartModel.ts';
import type { InsightSettings } from './readInsightSettings.ts';
import { plainStyle } from './readSqlSettings.ts';
import { isComparison, comparedName, readSeries } from './readSeries.ts';
import {
  breakdownText,
  drawnCountOf,
  drawnValueOf,
  fieldsOf,
  firstOf,
  isFields,
  listOf,
  OddResult,
  requireDrawn,
  textOf,
} from './resultValues.ts';

export function readFunnel(
  result: unknown,
  settings: InsightSettings,
  computedAt: number | undefined,
): ChartModel {
  const { limits } = settings;
  if (settings.funnelView === 'time_to_convert') return readTimeToConvert(result, settings);
  const list = listOf(result);
  if (settings.funnelView === 'trends') {
    const style = { ...plainStyle, unit: 'percent' } as const;
    return readSeries(list, { ...settings, style }, 'line', computedAt);
  }
  const isBrokenDown = list.every(Array.isArray);
  const { first, shown } = firstOf(
    (isBrokenDown ? list.map(listOf) : [list]).flatMap(byPeriod),
    limits.groups,
  );
  const groups = first.map((steps) => readGroup(steps, settings));
  requireDrawn(
    groups.flatMap(({ steps }) => steps.map(({ count, countCell }) => ({ value: count, cell: countCell }))),
  );
  const funnel = { kind: 'funnel', groups, counted: settings.counted, shown } as const;
  return settings.funnelView === undefined ? asTable(groups, settings.display) : funnel;
}

/** The steps of two periods may come as one list. */
function byPeriod(steps: readonly unknown[]): readonly (readonly unknown[])[] {
  return steps.length === 0
    ? [steps]
    : [...Map.groupBy(steps, (step) => isComparison(fieldsOf(step))).values()];
}

/** The counts alone, for a view that is not known. */
function asTable(groups: readonly FunnelGroup[], display: string): ChartModel {
  const areCompared = groups.some(({ isComparison: isOld }) => isOld);
  const rows = groups.flatMap(({ label, isComparison: isOld, steps }) =>
    steps.map(({ name, count, countCell }) => [
      label,
      ...(areCompared ? [comparedName(isOld)] : []),
      name,
      countCell ?? count,
    ]),
  );
  const period = areCompared ? (['period'] as const) : [];
  const columns = (['series', ...period, 'step', 'total'] as const).map((meaning) => ({ meaning }));
  const shown = { shown: rows.length, total: rows.length };
  const columnsShown = { shown: columns.length, total: columns.length };
  return { kind: 'table', insteadOf: display, columns, rows, style: plainStyle, shown, columnsShown };
}

function readGroup(steps: readonly unknown[], { limits, steps: asked }: InsightSettings): FunnelGroup {
  if (steps.length === 0 || steps.length > limits.steps) throw new OddResult('steps');
  const [first] = steps;
  const { breakdown, breakdown_value: value } = fieldsOf(first);
  // A cohort's value is its ID, and its name stands beside it.
  const label = breakdownText(typeof breakdown === 'string' ? breakdown : (value ?? breakdown), limits);
  const sorted = steps
    .map((step, index) => requireStep(step, index, limits))
    .toSorted((a, b) => a.order - b.order);
  const areOptional = Array.isArray(asked) ? asked.map((one) => fieldsOf(one).optionalInFunnel === true) : [];
  const named = sorted.map(({ step }, place) => (areOptional[place] ? { ...step, isOptional: true } : step));
  return { label, isComparison: isComparison(fieldsOf(first)), steps: named };
}

function requireStep(
  raw: unknown,
  index: number,
  limits: ChartLimits,
): { readonly order: number; readonly step: FunnelStep } {
  if (!isFields(raw) || raw.count === undefined) throw new OddResult('no step');
  const count = drawnCountOf(raw.count, limits);
  const seconds = drawnValueOf(raw.average_conversion_time, limits);
  const name = textOf(raw.custom_name, limits) || textOf(raw.name, limits);
  const step = {
    name,
    count: count.value,
    ...(count.cell !== undefined && { countCell: count.cell }),
    seconds: seconds.value ?? undefined,
    ...(seconds.cell !== undefined && { secondsCell: seconds.cell }),
  };
  return { order: drawnValueOf(raw.order, limits).value ?? index, step };
}

/** `{bins: [[seconds, persons], …]}` */
function readTimeToConvert(result: unknown, { counted, limits }: InsightSettings): ChartModel {
  const bins = listOf(fieldsOf(result).bins);
  const isNobody = bins.every((bin) => Array.isArray(bin) && bin.every((value) => value === null));
  if (isNobody) return { kind: 'empty', reason: 'noData', message: '' };
  const { first, shown } = firstOf(bins, limits.slices);
  const read = first.map((bin) => {
    const [seconds, persons] = listOf(bin);
    return [drawnValueOf(seconds, limits), drawnCountOf(persons, limits)];
  });
  requireDrawn(read.flat());
  const rows = read.map((values) => values.map(({ value, cell }) => cell ?? value));
  const columnsShown = { shown: 2, total: 2 };
  const columns = [{ meaning: 'seconds' }, { meaning: counted }] as const;
  return { kind: 'table', columns, rows, style: plainStyle, shown, columnsShown };
}
