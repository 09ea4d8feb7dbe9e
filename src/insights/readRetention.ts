import type { ChartLimits } from './chartLimits.ts';
import type { ChartModel } from './chartModel.ts';
import type { InsightSettings } from './readInsightSettings.ts';
import {
  breakdownText,
  cellsOf,
  dateOf,
  drawnCountOf,
  type DrawnValue,
  fieldsOf,
  firstOf,
  isFields,
  listOf,
  OddResult,
  requireDrawn,
  textOf,
} from './resultValues.ts';
import { intervalEnd } from './projectTimeZone.ts';

/** @param computedAt milliseconds since 1970; undefined if it is not known */
export function readRetention(
  result: unknown,
  { interval, timeZone, limits }: InsightSettings,
  computedAt: number | undefined,
): ChartModel {
  const { first, shown } = firstOf(listOf(result), limits.cohorts);
  const read = first.map((raw) => {
    if (!isFields(raw)) throw new OddResult('no cohort');
    const values = listOf(raw.values)
      .slice(0, limits.columns)
      .map((value) => readCount(value, limits));
    const counts = values.map(({ value }) => value);
    const breakdown = breakdownText(raw.breakdown_value, limits);
    const date = dateOf(raw.date);
    const isComplete = (place: number) =>
      date === undefined ||
      computedAt === undefined ||
      intervalEnd(date, interval, timeZone, place) <= computedAt;
    const completeCounts = counts.filter((_, place) => isComplete(place)).length;
    const row = { label: textOf(raw.label, limits), date, breakdown, counts, completeCounts };
    return { values, row: { ...row, ...cellsOf(values) } };
  });
  requireDrawn(read.flatMap(({ values }) => values));
  const rows = read.map(({ row }) => row);
  const total = first.reduce<number>((most, raw) => Math.max(most, listOf(fieldsOf(raw).values).length), 0);
  const columnsShown = { shown: Math.min(total, limits.columns), total };
  return { kind: 'retention', interval, rows, shown, columnsShown };
}

function readCount(value: unknown, limits: ChartLimits): DrawnValue {
  const { count } = fieldsOf(value);
  if (count === undefined) throw new OddResult('no count');
  return drawnCountOf(count, limits);
}
