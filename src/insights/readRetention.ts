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
} from './readValues.ts';
import { intervalEnd } from './serviceTime.ts';

/** @param computedAt milliseconds since 1970; undefined where it is not known */
export function readRetention(
  result: unknown,
  { interval, timeZone, bounds }: InsightSettings,
  computedAt: number | undefined,
): ChartModel {
  const { first, shown } = firstOf(listOf(result), bounds.cohorts);
  const rows = first.map((raw) => {
    if (!isFields(raw)) throw new OddResult('no cohort');
    const counts = listOf(raw.values)
      .slice(0, bounds.columns)
      .map((value) => countOf(fieldsOf(value).count));
    const breakdown = breakdownText(raw.breakdown_value, bounds);
    const date = dateOf(raw.date);
    const isComplete = (place: number) =>
      date === undefined ||
      computedAt === undefined ||
      intervalEnd(date, interval, timeZone, place) <= computedAt;
    const completeCounts = counts.filter((_, place) => isComplete(place)).length;
    return { label: textOf(raw.label, bounds), date, breakdown, counts, completeCounts };
  });
  const total = first.reduce<number>((most, raw) => Math.max(most, listOf(fieldsOf(raw).values).length), 0);
  const columnsShown = { shown: Math.min(total, bounds.columns), total };
  return { kind: 'retention', interval, rows, shown, columnsShown };
}
