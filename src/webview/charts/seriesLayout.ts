// The scales of series, and where their lines and bars are, in pixels.
import { scaleBand, scaleLinear } from 'd3-scale';
import { stack, stackOffsetDiverging, stackOffsetNone } from 'd3-shape';
import type { SeriesAxis } from '#insights/chartModel.ts';
import { clockTime } from '#insights/projectTimeZone.ts';
import { type AxisLabel, labelsWidthPx, pointLabels, timeLabels } from './axisLabels.ts';
import { axisUnit, tickFormat } from './formatValue.ts';
import type { Place } from './pixelPlace.ts';
import { seriesAt } from './seriesAt.ts';
import { outlineOf, type SeriesChartData, type SeriesOutline, type Stacks } from './seriesOutline.ts';
import type { Size } from './pixelSize.ts';

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
  /** The index of the series whose line, area or bar is at a place near a point; undefined where there is none. */
  readonly seriesAt: (point: number, place: Place) => number | undefined;
}

const lineHeightPx = 44;

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
