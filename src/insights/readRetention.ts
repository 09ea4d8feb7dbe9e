import { bounds } from './chartBounds.ts';
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

export function readRetention(result: unknown, { interval }: InsightSettings): ChartModel {
  const { first, shown } = firstOf(listOf(result), bounds.cohorts);
  const rows = first.map((raw) => {
    if (!isFields(raw)) throw new OddResult('no cohort');
    const counts = listOf(raw.values)
      .slice(0, bounds.columns)
      .map((value) => countOf(fieldsOf(value).count));
    const breakdown = breakdownText(raw.breakdown_value);
    return { label: textOf(raw.label), date: dateOf(raw.date), breakdown, counts };
  });
  return { kind: 'retention', interval, rows, shown };
}
