// The scales and ticks of series, and where their lines and bars are, in pixels.
import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { stack, stackOffsetDiverging, stackOffsetNone } from 'd3-shape';
import type { SeriesAxis } from '#insights/chartModel.ts';
import { clockTime } from '#insights/serviceTime.ts';
import { formatDate, formatPlace } from './formatDate.ts';
import { axisUnit, tickFormat } from './formatValue.ts';
import type { Place } from './place.ts';
import { seriesAt } from './seriesAt.ts';
import { outlineOf, type SeriesChartData, type SeriesOutline, type Stacks } from './seriesOutline.ts';
import type { Size } from './size.ts';

interface Tick {
  /** Pixels from the left or from the top. */
  readonly at: number;
  readonly text: string;
}

export interface SeriesLayout {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly zero: number;
  readonly outlines: readonly SeriesOutline[];
  readonly xOf: (point: number) => number;
  readonly yOf: (value: number) => number;
  /** The index of the series whose line, area or bar is at a place near a point; undefined where there is none. */
  readonly seriesAt: (point: number, place: Place) => number | undefined;
}

/** The width of a letter in the font of axes. */
const letterPx = 6.3;
const lineHeightPx = 44;
const dayMs = 86_400_000;
/** No date is shorter. */
const leastTickPx = 50;

export function layoutSeries(data: SeriesChartData, { width, height }: Size): SeriesLayout {
  const stacks = stackOf(data);
  const [top, bottom] = [8, height - 22];
  const { y, ticks, unit } = valueScale(data, stacks, [bottom, top]);
  const format = tickFormat(ticks, data.style, unit);
  const yTicks = ticks.map((value) => ({ at: y(value), text: format(value) }));
  const left = Math.min(width / 3, 12 + letterPx * Math.max(1, ...yTicks.map(({ text }) => text.length)));
  const right = width - 20;
  const count = data.axis.texts.length;
  const isBars = data.form === 'stackedBars' || data.form === 'groupedBars';
  const band = scaleBand<number>(
    Array.from({ length: count }, (_, index) => index),
    [left, right],
  );
  const places = placesOf(data.axis, [left, right]);
  const xOf = (point: number) => (isBars ? (band(point) ?? left) + band.bandwidth() / 2 : places(point));
  const scales = { data, stacks, xOf, yOf: y, barWidth: band.bandwidth() };
  return {
    left,
    right,
    top,
    bottom,
    xTicks: data.axis.isTimeScale
      ? timeTicks(data.axis, [left, right], width)
      : placeTicks(data.axis, xOf, [left, width]),
    yTicks,
    zero: y(0),
    outlines: data.series.map((series, index) => outlineOf(scales, series, index)),
    xOf,
    yOf: y,
    seriesAt: (point, place) => seriesAt(scales, point, place),
  };
}

function stackOf({ form, series, axis }: SeriesChartData): Stacks {
  if (form !== 'stackedBars' && form !== 'area') return undefined;
  const points = axis.texts.map((_, index) => index);
  // The diverging one places a 0 on the axis, not on the values below it.
  return stack<number, number>()
    .keys(series.keys())
    .value((point, index) => series[index]?.values[point] ?? 0)
    .offset(form === 'area' ? stackOffsetNone : stackOffsetDiverging)(points)
    .map((one) => one.map(([from, to]) => [from, to] as const));
}

function valueScale({ series, style }: SeriesChartData, stacks: Stacks, range: readonly [number, number]) {
  let [least, most] = [0, 0];
  const take = (value: number): void => {
    least = Math.min(least, value);
    most = Math.max(most, value);
  };
  if (stacks) for (const one of stacks) for (const ends of one) ends.forEach(take);
  else for (const { values } of series) for (const value of values) take(value ?? 0);
  if (least === most) most = 1;
  const unit = axisUnit(style, Math.max(-least, most));
  const length = unit?.length ?? 1;
  // Round numbers of its unit.
  const inUnits = scaleLinear([least / length, most / length], range).nice();
  return {
    y: inUnits.copy().domain(inUnits.domain().map((value) => value * length)),
    ticks: inUnits.ticks(tickCountOf(range)).map((value) => value * length),
    unit,
  };
}

function tickCountOf([bottom, top]: readonly [number, number]): number {
  return Math.max(2, Math.floor((bottom - top) / lineHeightPx));
}

/** The positions of the points of lines. */
function placesOf(axis: SeriesAxis, [left, right]: readonly [number, number]): (point: number) => number {
  const count = axis.texts.length;
  const times = axis.isTimeScale ? axis.texts.map(clockTime) : axis.texts.map((_, index) => index);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  if (count < 2 || first === last) return () => (left + right) / 2;
  const scale = scaleLinear([first, last], [left, right]);
  return (point) => scale(times[point] ?? first);
}

/** Round times, wherever the points are, as many as there is room for; the ends where there are too few. */
function timeTicks(
  axis: SeriesAxis,
  [left, right]: readonly [number, number],
  width: number,
): readonly Tick[] {
  const times = axis.texts.map(clockTime);
  const [first = 0, last = first] = [times[0], times.at(-1)];
  const scale = scaleUtc([first, last], [left, right]);
  const interval = last - first > 300 * dayMs ? 'month' : last - first > 2 * dayMs ? 'day' : 'minute';
  const ticksOf = (at: readonly (Date | number)[]): readonly Tick[] => {
    const texts = at.map((time) => formatDate(new Date(time).toISOString(), interval));
    const all = texts.map((text, index) => tickWithin(scale(at[index] ?? first), text, width));
    return all.filter(({ text }, index) => text !== texts[index - 1]);
  };
  for (let wanted = Math.ceil((right - left) / leastTickPx); wanted > 1; wanted--) {
    const ticks = ticksOf(scale.ticks(wanted));
    if (ticks.length > 1 && !haveOverlap(ticks)) return ticks;
  }
  const ends = ticksOf([first, last]);
  return haveOverlap(ends) ? ends.slice(0, 1) : ends;
}

/** A tick whose text is not cut at the ends of the chart. */
function tickWithin(x: number, text: string, width: number): Tick {
  const half = (letterPx * text.length) / 2 + 1;
  return { at: Math.min(Math.max(x, half), width - half), text };
}

function haveOverlap(ticks: readonly Tick[]): boolean {
  return ticks.some((tick, index) => touches(tick, ticks[index + 1]));
}

/** Places as many ticks as there is room for, each within the chart. */
function placeTicks(
  axis: SeriesAxis,
  xOf: (point: number) => number,
  [left, width]: readonly [number, number],
): readonly Tick[] {
  const texts = axis.texts.map((text) => cut(formatPlace(axis, text)));
  const widest = letterPx * Math.max(...texts.map(({ length }) => length)) + 14;
  const least = Math.ceil((texts.length * widest) / Math.max(1, width - left));
  for (let step = nextStep(axis, least - 1); ; step = nextStep(axis, step)) {
    const ticks = texts.flatMap((text, index) =>
      index % step === 0 ? tickWithin(xOf(index), text, width) : [],
    );
    if (!haveOverlap(ticks)) return ticks;
  }
}

const hourSteps = [1, 2, 3, 6, 12];

/** The next larger number of points from one tick to the next: of hours, one that days consist of. */
function nextStep({ kind, interval }: SeriesAxis, step: number): number {
  if (kind !== 'time' || interval !== 'hour') return Math.max(1, step + 1);
  return hourSteps.find((hours) => hours > step) ?? 24 * (Math.floor(step / 24) + 1);
}

function touches({ at, text }: Tick, next: Tick | undefined): boolean {
  return next !== undefined && at + (letterPx * (text.length + next.text.length)) / 2 + 4 > next.at;
}

function cut(text: string): string {
  return text.length > 18 ? `${text.slice(0, 17)}…` : text;
}
