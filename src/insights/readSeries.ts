// Series over time or over numbers: trends, stickiness, lifecycle, and the conversion of a funnel over time.
import type { ChartLimits } from './chartLimits.ts';
import type {
  ChartModel,
  LifecycleModel,
  LifecycleStatus,
  Series,
  SeriesAxis,
  SeriesModel,
  Shown,
} from './chartModel.ts';
import type { InsightSettings } from './readInsightSettings.ts';
import {
  cellsOf,
  dateOf,
  type DrawnValue,
  drawnValueOf,
  type Fields,
  fieldsOf,
  firstOf,
  isFields,
  listOf,
  OddResult,
  requireDrawn,
  textOf,
} from './resultValues.ts';
import { intervalEnd } from './projectTimeZone.ts';
import { labelsApart, seriesLabel } from './seriesLabel.ts';

/** What all series of a result share. */
interface SeriesSet {
  readonly axis: SeriesAxis;
  readonly series: readonly Series[];
  readonly raw: readonly Fields[];
  readonly seriesShown: Shown;
  readonly pointsShown: Shown;
  readonly isLastIncomplete: boolean;
}

/** @param computedAt milliseconds since 1970; undefined if it is not known */
export function readSeries(
  result: readonly unknown[],
  settings: InsightSettings,
  form: SeriesModel['form'],
  computedAt: number | undefined,
): ChartModel {
  const { axis, series, seriesShown, pointsShown, isLastIncomplete } = readSet(result, settings, computedAt);
  return {
    kind: 'series',
    ...drawnForm(form, series),
    axis,
    series,
    areParts: settings.areParts,
    style: settings.style,
    isLastIncomplete,
    seriesShown,
    pointsShown,
  };
}

/** Values of two periods are not stacked, because their sum means nothing, and areas have no values below zero. */
function drawnForm(
  form: SeriesModel['form'],
  series: readonly Series[],
): Pick<SeriesModel, 'form' | 'insteadOfForm'> {
  const isCompared = series.some((one) => one.isComparison);
  if (form === 'stackedBars' && isCompared) {
    const isStack = series.filter((one) => !one.isComparison).length > 1;
    return { form: 'groupedBars', ...(isStack && { insteadOfForm: 'comparedStack' }) };
  }
  if (form !== 'area') return { form };
  if (isCompared) return { form: 'line', insteadOfForm: 'comparedArea' };
  const hasNegative = series.some(({ values }) => values.some((value) => (value ?? 0) < 0));
  return hasNegative ? { form: 'line', insteadOfForm: 'negativeArea' } : { form };
}

const statuses: readonly LifecycleStatus[] = ['new', 'returning', 'resurrecting', 'dormant'];

export function readLifecycle(
  result: readonly unknown[],
  settings: InsightSettings,
  computedAt: number | undefined,
): LifecycleModel {
  const { axis, series, raw, pointsShown, isLastIncomplete } = readSet(result, settings, computedAt);
  const named = series.map((one, index) => ({ ...one, status: statusOf(raw[index]) }));
  const order = ({ status }: { readonly status: LifecycleStatus }) => statuses.indexOf(status);
  const sorted = named.toSorted((a, b) => order(a) - order(b));
  return { kind: 'lifecycle', axis, series: sorted, style: settings.style, isLastIncomplete, pointsShown };
}

function statusOf(series: Fields | undefined): LifecycleStatus {
  const status = statuses.find((known) => known === series?.status);
  if (!status) throw new OddResult('unknown status');
  return status;
}

export function isComparison(series: Fields): boolean {
  return series.compare_label === 'previous';
}

/** In tables, as services name a period in `compare_label`. */
export function comparedName(isOld: boolean): string {
  return isOld ? 'previous' : 'current';
}

function readSet(
  result: readonly unknown[],
  settings: InsightSettings,
  computedAt: number | undefined,
): SeriesSet {
  const { limits } = settings;
  const { first: raw, shown: seriesShown } = firstOf(result.map(requireFields), limits.series);
  const total = raw.reduce((longest, { data }) => Math.max(longest, listOf(data).length), 0);
  const from = Math.max(0, total - limits.points); // the newest are kept
  const axis = readAxis(raw, from, settings);
  const { texts, drawn } = readValues(raw, from, axis, settings, computedAt);
  requireDrawn(drawn.flat());
  const labels = labelsApart(
    raw,
    raw.map((one) => seriesLabel(one, limits)),
  );
  const series = raw.map((one, index): Series => {
    const values = drawn[index] ?? [];
    return {
      label: labels[index] ?? '',
      // A period that is compared may be shorter than the present one.
      values: texts.map((_, place) => values[place]?.value ?? null),
      ...cellsOf(values),
      isComparison: isComparison(one),
      ...(isComparison(one) && axis.kind === 'time' ? ownDays(one, from, texts.length) : {}),
    };
  });
  return {
    axis: { ...axis, texts },
    series,
    raw,
    seriesShown,
    pointsShown: { shown: axis.texts.length, total },
    isLastIncomplete: endsBeforeItsInterval({ ...axis, texts }, settings, computedAt),
  };
}

/** A value for each place, without places that are still to come if no series has a value there. */
function readValues(
  raw: readonly Fields[],
  from: number,
  axis: SeriesAxis,
  { kind, hasValuesToCome, timeZone, limits }: InsightSettings,
  computedAt: number | undefined,
): { readonly texts: readonly string[]; readonly drawn: readonly (readonly DrawnValue[])[] } {
  const hasBegun = (place: number) => beginsBefore(axis, place, timeZone, computedAt);
  const drawn = raw.map((one) => {
    const isMadeUp = kind === 'trends' && (hasValuesToCome || countsDaysBefore(one));
    return listOf(one.data)
      .slice(from, from + axis.texts.length)
      .map((value, place) => {
        const read = drawnValueOf(value, limits);
        // A service has a 0 for each interval that is still to come, or what it calculates with that 0.
        const mayBeToCome = isMadeUp || (read.value === 0 && read.cell === undefined);
        return mayBeToCome && !isComparison(one) && !hasBegun(place) ? { value: null } : read;
      });
  });
  const last = axis.texts.findLastIndex(
    (_, place) => hasBegun(place) || drawn.some((values) => hasValue(values[place])),
  );
  return { texts: axis.texts.slice(0, Math.max(1, last + 1)), drawn };
}

/** Whether a series counts in each interval who was active in the days before, too. */
function countsDaysBefore({ action }: Fields): boolean {
  const { math } = fieldsOf(action);
  return math === 'weekly_active' || math === 'monthly_active';
}

/** Also one that cannot be drawn. */
function hasValue({ value, cell }: DrawnValue = { value: null }): boolean {
  return value !== null || cell !== undefined;
}

function requireFields(value: unknown): Fields {
  if (!isFields(value)) throw new OddResult('no series');
  return value;
}

function ownDays({ days, data }: Fields, from: number, length: number): Pick<Series, 'days'> {
  const [all, values] = [listOf(days ?? []), listOf(data)];
  const dates = all.flatMap((day) => dateOf(day) ?? []);
  const isWhole = dates.length > 0 && dates.length === all.length && dates.length === values.length;
  return isWhole ? { days: dates.slice(from, from + length) } : {};
}

/** The axis of the series of the present period, which have the same days. Throws OddResult if they do not. */
function readAxis(raw: readonly Fields[], from: number, { interval, limits }: InsightSettings): SeriesAxis {
  const present = raw.filter((series) => !isComparison(series));
  const [first, ...others] = (present.length > 0 ? present : raw).map((series) =>
    placesOf(series, from, limits),
  );
  if (!first || first.length === 0) throw new OddResult('no points');
  const text = first.join('\n');
  if (others.some((places) => places.join('\n') !== text)) throw new OddResult('series of different days');
  const dates = first.flatMap((day) => dateOf(day) ?? []);
  if (dates.length === first.length) return { kind: 'time', interval, texts: dates };
  const labels = present[0]?.labels;
  const isLabelled = Array.isArray(labels) && labels.length === first.length + from;
  const texts = isLabelled ? labels.slice(from).map((label) => textOf(label, limits)) : first;
  return { kind: 'text', interval, texts };
}

/** Days, numbers of days, or labels if there are no days: one for each value. */
function placesOf(series: Fields, from: number, limits: ChartLimits): readonly string[] {
  const places = listOf(series.days ?? series.labels);
  if (places.length !== listOf(series.data).length) throw new OddResult('as many days as values');
  return places.slice(from).map((place) => textOf(place, limits));
}

function beginsBefore(
  { kind, texts, interval }: SeriesAxis,
  place: number,
  timeZone: string,
  computedAt: number | undefined,
): boolean {
  const text = texts[place];
  if (kind !== 'time' || text === undefined || computedAt === undefined) return true;
  return intervalEnd(text, interval, timeZone, -1) <= computedAt;
}

function endsBeforeItsInterval(
  { kind, texts, interval }: SeriesAxis,
  { timeZone, intervalCount }: InsightSettings,
  computedAt: number | undefined,
): boolean {
  const last = texts.at(-1);
  if (kind !== 'time' || last === undefined || computedAt === undefined) return false;
  return computedAt < intervalEnd(last, interval, timeZone, intervalCount - 1);
}
