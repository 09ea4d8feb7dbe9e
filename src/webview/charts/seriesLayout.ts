// Where the lines and bars of series are, in pixels. D3 makes the scales and the outlines.
import { type ScaleLinear, scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { area, line, stack, stackOffsetDiverging } from 'd3-shape';
import type { NumberStyle, Series, SeriesAxis, SeriesModel } from '#insights/chartModel.ts';
import { clockTime } from '#insights/serviceTime.ts';
import { formatDate, formatPlace } from './formatDate.ts';
import { axisUnit, tickFormat } from './formatValue.ts';
import { markerPath, markerRadius } from './seriesStyle.ts';
import type { Size } from './size.ts';

export interface SeriesView extends Series {
  readonly color: number;
}

export interface SeriesChartData {
  readonly axis: SeriesAxis;
  readonly form: SeriesModel['form'];
  readonly series: readonly SeriesView[];
  readonly style: NumberStyle;
  readonly isLastIncomplete: boolean;
}

interface Tick {
  /** Pixels from the left or from the top. */
  readonly at: number;
  readonly text: string;
}

/** Outlines of one series; empty where there is nothing of a kind. */
export interface SeriesOutline {
  readonly series: SeriesView;
  readonly area: string;
  readonly line: string;
  /** The line from the last complete point to an incomplete one. */
  readonly dotted: string;
  /** Markers of points that no line leads to. */
  readonly dots: string;
  readonly bars: string;
  readonly lastBar: string;
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
  /** The place of the series whose line or bar is at a height of a point; undefined where there is none. */
  readonly seriesAt: (point: number, y: number) => number | undefined;
}

/** How far from a line the pointer still means it. */
const nearPx = 8;
/** The width of a letter in the font of axes. */
const letterPx = 6.3;
const lineHeightPx = 44;
const dayMs = 86_400_000;
/** No date is shorter. */
const leastTickPx = 50;
/** The most for the bars of a point, of all series together. */
const widestBarsPx = 96;

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
  const shared = { data, stacks, xOf, yOf: y, barWidth: band.bandwidth() };
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
    outlines: data.series.map((series, index) => outlineOf(shared, series, index)),
    xOf,
    yOf: y,
    seriesAt: (point, at) => seriesAt(shared, point, at),
  };
}

function seriesAt({ data, stacks, yOf }: Shared, point: number, at: number): number | undefined {
  if (data.form === 'groupedBars') return undefined;
  const distances = data.series.map(({ values }, index) => {
    const value = values[point];
    if (value === null || value === undefined) return Infinity;
    const [from, to] = stacks?.[index]?.[point] ?? [value, value];
    const [low, high] = [yOf(from), yOf(to)].toSorted((a, b) => b - a);
    return Math.max(0, (high ?? 0) - at, at - (low ?? 0));
  });
  const least = Math.min(...distances);
  return least <= (stacks ? 0 : nearPx) ? distances.indexOf(least) : undefined;
}

/** The start and end of each series at each point; undefined where series are not stacked. */
type Stacks = readonly (readonly (readonly [number, number])[])[] | undefined;

function stackOf({ form, series, axis }: SeriesChartData): Stacks {
  if (form !== 'stackedBars' && form !== 'area') return undefined;
  const points = axis.texts.map((_, index) => index);
  return stack<number, number>()
    .keys(series.keys())
    .value((point, index) => series[index]?.values[point] ?? 0)
    .offset(stackOffsetDiverging)(points)
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

interface Shared {
  readonly data: SeriesChartData;
  readonly stacks: Stacks;
  readonly xOf: (point: number) => number;
  readonly yOf: ScaleLinear<number, number>;
  /** The width of a point's bars, of all series together. */
  readonly barWidth: number;
}

function outlineOf(shared: Shared, series: SeriesView, index: number): SeriesOutline {
  const { form } = shared.data;
  const isBars = form === 'stackedBars' || form === 'groupedBars';
  const nothing = { series, area: '', line: '', dotted: '', dots: '', bars: '', lastBar: '' };
  if (isBars) return { ...nothing, ...barsOf(shared, series, index) };
  const ends = shared.stacks?.[index];
  return { ...nothing, ...linesOf(shared, series, ends), area: ends ? areaOf(shared, series, ends) : '' };
}

function linesOf(
  { data, xOf, yOf }: Shared,
  { values, isComparison, color }: SeriesView,
  ends: NonNullable<Stacks>[number] | undefined,
) {
  const points = values.map((value, index) => ({
    value: value === null ? null : (ends?.[index]?.[1] ?? value),
    index,
  }));
  const draw = line<(typeof points)[number]>()
    .defined(({ value }) => value !== null)
    .x(({ index }) => round(xOf(index)))
    .y(({ value }) => round(yOf(value ?? 0)));
  const isOpen = data.isLastIncomplete && !isComparison;
  const complete = isOpen ? points.slice(0, -1) : points;
  const hasValue = (index: number) => typeof values[index] === 'number';
  const dots = points.map(({ value, index }) =>
    value === null || hasValue(index - 1) || hasValue(index + 1)
      ? ''
      : markerPath(color, round(xOf(index)), round(yOf(value)), markerRadius),
  );
  return {
    line: draw(complete) ?? '',
    dotted: isOpen ? (draw(points.slice(-2)) ?? '') : '',
    dots: dots.join(''),
  };
}

/** An area with gaps where there is no value. */
function areaOf({ xOf, yOf }: Shared, { values }: SeriesView, ends: NonNullable<Stacks>[number]): string {
  const draw = area<readonly [number, number]>()
    .defined((_, index) => values[index] !== null)
    .x((_, index) => round(xOf(index)))
    .y0(([from]) => round(yOf(from)))
    .y1(([, to]) => round(yOf(to)));
  return draw([...ends]) ?? '';
}

function barsOf(
  { data, stacks, xOf, yOf, barWidth }: Shared,
  { values, isComparison }: SeriesView,
  index: number,
) {
  const gap = Math.min(6, barWidth * 0.2);
  const inner = Math.min(widestBarsPx, Math.max(0.5, barWidth - gap));
  const width = stacks ? inner : Math.max(0.5, inner / data.series.length);
  const bars = values.map((value, point) => {
    const [from, to] = stacks?.[index]?.[point] ?? [0, value ?? 0];
    if (from === to) return '';
    const x = xOf(point) - inner / 2 + (stacks ? 0 : index * width);
    const [y0, y1] = [yOf(from), yOf(to)];
    return `M${round(x)},${round(y0)}V${round(y1)}h${round(width)}V${round(y0)}Z`;
  });
  const lastBar = data.isLastIncomplete && !isComparison ? (bars.pop() ?? '') : '';
  return { bars: bars.join(''), lastBar };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
