import type { ChartLimits } from './chartLimits.ts';
import type { ChartModel, RetentionModel } from './chartModel.ts';
import type { InsightSettings } from './readInsightSettings.ts';
import {
  breakdownText,
  cellsOf,
  dateOf,
  drawnCountOf,
  type DrawnValue,
  drawnValueOf,
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
  settings: InsightSettings,
  computedAt: number | undefined,
): ChartModel {
  const { interval, timeZone, counted, aggregate, brackets, firstInterval, limits } = settings;
  const { first, shown } = firstOf(listOf(result), limits.cohorts);
  const starts = startsOf(brackets);
  // Without the time of the computation, no interval is later than the one of the last cohort.
  const lastDate = first.reduce<string>((last, raw) => {
    const date = dateOf(fieldsOf(raw).date) ?? '';
    return date > last ? date : last;
  }, '');
  const now = computedAt ?? (lastDate === '' ? Infinity : intervalEnd(lastDate, interval, timeZone, -1));
  const read = first.map((raw) => readCohort(raw, settings, { starts, now, computedAt }));
  requireDrawn(read.flatMap(({ values }) => values));
  const rows = read.map(({ row }) => row);
  const total = first.reduce<number>((most, raw) => Math.max(most, listOf(fieldsOf(raw).values).length), 0);
  const columnsShown = { shown: Math.min(total, limits.columns), total };
  return {
    kind: 'retention',
    counted,
    interval,
    ...(aggregate && { aggregate }),
    ...(brackets.length > 0 && { brackets }),
    ...(firstInterval > 0 && { firstInterval }),
    rows,
    shown,
    columnsShown,
  };
}

interface Times {
  /** In which interval a column begins. */
  readonly starts: (place: number) => number;
  /** No interval that begins later has a value. */
  readonly now: number;
  readonly computedAt: number | undefined;
}

function readCohort(
  raw: unknown,
  { interval, timeZone, aggregate, limits }: InsightSettings,
  { starts, now, computedAt }: Times,
) {
  if (!isFields(raw)) throw new OddResult('no cohort');
  const all = listOf(raw.values);
  const date = dateOf(raw.date);
  const startOf = (place: number) =>
    date === undefined ? -Infinity : intervalEnd(date, interval, timeZone, starts(place) - 1);
  // A service has a 0 for each interval that is still to come.
  const isToCome = (value: unknown, place: number) => fieldsOf(value).count === 0 && startOf(place) > now;
  const length = all.findLastIndex((value, place) => !isToCome(value, place)) + 1;
  const values = all
    .slice(0, Math.min(length, limits.columns))
    .map((value) => readValue(value, aggregate, limits));
  const counts = values.map(({ value }) => value);
  const breakdown = breakdownText(raw.breakdown_value, limits);
  const isComplete = (place: number) => computedAt === undefined || startOf(place + 1) <= computedAt;
  const completeCounts = counts.filter((_, place) => isComplete(place)).length;
  const row = { label: textOf(raw.label, limits), date, breakdown, counts, completeCounts };
  return { values, row: { ...row, ...cellsOf(values) } };
}

/** In which interval a column begins. */
function startsOf(brackets: readonly number[]): (place: number) => number {
  return (place) => {
    if (place === 0) return 0;
    return (
      1 + Array.from({ length: place - 1 }, (_, at) => brackets[at] ?? 1).reduce((sum, one) => sum + one, 0)
    );
  };
}

function readValue(value: unknown, aggregate: RetentionModel['aggregate'], limits: ChartLimits): DrawnValue {
  const { count, aggregation_value: ofProperty } = fieldsOf(value);
  if (aggregate && ofProperty !== undefined) return drawnValueOf(ofProperty, limits);
  if (aggregate || count === undefined) throw new OddResult('no count');
  return drawnCountOf(count, limits);
}
