// The scales of series, and where their lines and bars are, in pixels.
import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { stack, stackOffsetDiverging, stackOffsetNone } from 'd3-shape';
import type { SeriesAxis } from '#insights/chartModel.ts';
import { clockTime } from '#insights/projectTimeZone.ts';
import { displayText } from '#text/displayText.ts';
import { formatDate, formatIntervalPlace } from './formatDate.ts';
import { axisUnit, tickFormat } from './formatValue.ts';
import { type Place, distanceToLine, type Size } from './pixelPlace.ts';
import {
  outlineOf,
  type SeriesChartData,
  type SeriesOutline,
  type Stacks,
  barAt,
  type SeriesScales,
} from './seriesOutline.ts';

export interface SeriesLayout {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly xLabels: readonly AxisLabel[];
  readonly yLabels: readonly AxisLabel[];
  readonly zero: number;
  readonly outlines: readonly SeriesOutline[];
  readonly xOf: (point: number) => number;
  readonly yOf: (value: number) => number;
  /** The index of the series whose line, area or bar is at a place near a point; undefined if there is none. */
  readonly seriesAt: (point: number, place: Place) => number | undefined;
}

const lineHeightPx = 44;
/** Steps of more would need more digits than the texts of an axis have. */
const maxTicks = 10;

export function layoutSeries(data: SeriesChartData, { width, height }: Size): SeriesLayout {
  const stacks = stackOf(data);
  const [top, bottom] = [8, height - 22];
  const { y, ticks, unit } = valueScale(data, stacks, [bottom, top]);
  const format = tickFormat(ticks, data.style, unit);
  const yLabels = ticks.map((value) => ({ at: y(value), text: format(value) }));
  const left = Math.min(width / 3, 12 + labelsWidthPx(yLabels));
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
    xLabels: data.axis.isTimeScale
      ? timeLabels(data.axis, [left, right], width)
      : pointLabels(data.axis, xOf, [left, width]),
    yLabels,
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
  return Math.max(2, Math.min(maxTicks, Math.floor((bottom - top) / lineHeightPx)));
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

// Which series the pointer is at.
/** How far from a line or a bar the pointer still means it. */
const nearPx = 8;

function seriesAt(scales: SeriesScales, point: number, place: Place): number | undefined {
  const { form, series } = scales.data;
  const distanceOf = form === 'area' ? distanceToArea : form === 'line' ? distanceToSeries : distanceToBar;
  const distances = series.map((_, index) => distanceOf(scales, index, point, place));
  const least = Math.min(...distances);
  return least <= nearPx ? distances.indexOf(least) : undefined;
}

/** The points that lines lead to from a point; the point itself if there is none, for its marker. */
function neighborsOf({ data }: SeriesScales, index: number, point: number): readonly number[] {
  const values = data.series[index]?.values ?? [];
  const hasValue = (at: number) => typeof values[at] === 'number';
  if (!hasValue(point)) return [];
  const neighbors = [point - 1, point + 1].filter(hasValue);
  return neighbors.length === 0 ? [point] : neighbors;
}

function distanceToSeries(scales: SeriesScales, index: number, point: number, place: Place): number {
  const values = scales.data.series[index]?.values ?? [];
  const placeAt = (at: number) => ({ x: scales.xOf(at), y: scales.yOf(values[at] ?? 0) });
  const distances = neighborsOf(scales, index, point).map((neighbor) =>
    distanceToLine(place, placeAt(point), placeAt(neighbor)),
  );
  return Math.min(...distances);
}

function distanceToArea(scales: SeriesScales, index: number, point: number, { x, y }: Place): number {
  const { xOf, yOf, stacks } = scales;
  const isInside = neighborsOf(scales, index, point).some((neighbor) => {
    const [from, to] = [xOf(point), xOf(neighbor)];
    const part = from === to ? Math.abs(x - from) / nearPx : (x - from) / (to - from);
    const [start, end] = ([0, 1] as const).map((edge) => {
      const [own = 0, other = 0] = [point, neighbor].map((at) => yOf(stacks?.[index]?.[at]?.[edge] ?? 0));
      return own + part * (other - own);
    });
    return part >= 0 && part <= 1 && isBetween(y, start ?? 0, end ?? 0);
  });
  return isInside ? 0 : Infinity;
}

/** Small bars are hard to meet, but those of a stack leave no room between them. */
function distanceToBar(scales: SeriesScales, index: number, point: number, { x, y }: Place): number {
  const bar = barAt(scales, index, point);
  if (!bar || !isBetween(x, bar.left, bar.left + bar.width)) return Infinity;
  if (isBetween(y, bar.from, bar.to)) return 0;
  return scales.stacks ? Infinity : Math.min(Math.abs(y - bar.from), Math.abs(y - bar.to));
}

function isBetween(at: number, one: number, other: number): boolean {
  return at >= Math.min(one, other) && at <= Math.max(one, other);
}

// The labels of a chart's axes: which of them have room, where they are, and what is cut of a long one.
interface AxisLabel {
  /** Pixels from the left or from the top. */
  readonly at: number;
  readonly text: string;
}

/** The width of a letter in the font of axes. */
const letterPx = 6.3;
const dayMs = 86_400_000;
/** UTF-16 units; the tooltip has all of a longer one. */
const maxLabelLength = 18;
/** No date is shorter. */
const minLabelPx = 50;

/** What the longest one takes. */
function labelsWidthPx(labels: readonly AxisLabel[]): number {
  return letterPx * Math.max(1, ...labels.map(({ text }) => text.length));
}

/** Round times, wherever the points are, as many as there is room for; the ends where there are too few. */
function timeLabels(
  axis: SeriesAxis,
  [left, right]: readonly [number, number],
  width: number,
): readonly AxisLabel[] {
  const times = axis.texts.map(clockTime);
  const [first = 0, last = first] = [times[0], times.at(-1)];
  const scale = scaleUtc([first, last], [left, right]);
  const interval = last - first > 300 * dayMs ? 'month' : last - first > 2 * dayMs ? 'day' : 'minute';
  const labelsOf = (at: readonly (Date | number)[]): readonly AxisLabel[] => {
    const texts = at.map((time) => formatDate(new Date(time).toISOString(), interval));
    const all = texts.map((text, index) => labelWithin(scale(at[index] ?? first), text, width));
    return all.filter(({ text }, index) => text !== texts[index - 1]);
  };
  for (let wanted = Math.ceil((right - left) / minLabelPx); wanted > 1; wanted--) {
    const labels = labelsOf(scale.ticks(wanted));
    if (labels.length > 1 && !haveOverlap(labels)) return labels;
  }
  const ends = labelsOf([first, last]);
  return haveOverlap(ends) ? ends.slice(0, 1) : ends;
}

/** A label that is not cut at the ends of the chart. */
function labelWithin(x: number, text: string, width: number): AxisLabel {
  const half = (letterPx * text.length) / 2 + 1;
  return { at: Math.min(Math.max(x, half), width - half), text };
}

function haveOverlap(labels: readonly AxisLabel[]): boolean {
  return labels.some((label, index) => touches(label, labels[index + 1]));
}

/** Labels of as many points as there is room for, each within the chart. */
function pointLabels(
  axis: SeriesAxis,
  xOf: (point: number) => number,
  [left, width]: readonly [number, number],
): readonly AxisLabel[] {
  const texts = axis.texts.map((text) => displayText(formatIntervalPlace(axis, text), maxLabelLength));
  const widest = letterPx * Math.max(...texts.map(({ length }) => length)) + 14;
  const least = Math.ceil((texts.length * widest) / Math.max(1, width - left));
  for (let step = nextStep(axis, least - 1); ; step = nextStep(axis, step)) {
    const labels = texts.flatMap((text, index) =>
      index % step === 0 ? labelWithin(xOf(index), text, width) : [],
    );
    if (!haveOverlap(labels)) return labels;
  }
}

const hourSteps = [1, 2, 3, 6, 12];

/** The next larger number of points from one label to the next: of hours, one that days consist of. */
function nextStep({ kind, interval }: SeriesAxis, step: number): number {
  if (kind !== 'time' || interval !== 'hour') return Math.max(1, step + 1);
  return hourSteps.find((hours) => hours > step) ?? 24 * (Math.floor(step / 24) + 1);
}

function touches({ at, text }: AxisLabel, next: AxisLabel | undefined): boolean {
  return next !== undefined && at + (letterPx * (text.length + next.text.length)) / 2 + 4 > next.at;
}
