import type { ChartModel } from './chartModel.ts';
import type { InsightSettings } from './insightSettings.ts';
import {
  breakdownText,
  countOf,
  dateOf,
  fieldsOf,
  firstOf,
  isFields,
  listOf,
  OddResult,
  textOf,
} from './resultValues.ts';
import { intervalEnd } from './projectTimeZone.ts';

/** @param computedAt milliseconds since 1970; undefined where it is not known */
export function readRetention(
  result: unknown,
  { interval, timeZone, limits }: InsightSettings,
  computedAt: number | undefined,
): ChartModel {
  const { first, shown } = firstOf(listOf(result), limits.cohorts);
  const rows = first.map((raw) => {
    if (!isFields(raw)) throw new OddResult('no cohort');
    const counts = listOf(raw.values)
      .slice(0, limits.columns)
      .map((value) => countOf(fieldsOf(value).count));
    const breakdown = breakdownText(raw.breakdown_value, limits);
    const date = dateOf(raw.date);
    const isComplete = (place: number) =>
      date === undefined ||
      computedAt === undefined ||
      intervalEnd(date, interval, timeZone, place) <= computedAt;
    const completeCounts = counts.filter((_, place) => isComplete(place)).length;
    return { label: textOf(raw.label, limits), date, breakdown, counts, completeCounts };
  });
  const total = first.reduce<number>((most, raw) => Math.max(most, listOf(fieldsOf(raw).values).length), 0);
  const columnsShown = { shown: Math.min(total, limits.columns), total };
  return { kind: 'retention', interval, rows, shown, columnsShown };
}
