// The outlines of the lines, areas and bars of series.
import type { ScaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { NumberStyle, Series, SeriesAxis, SeriesModel } from '#insights/chartModel.ts';
import { markerPath, markerRadius } from './seriesStyle.ts';

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

/** Outlines of one series; empty if there is nothing of a kind. */
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

/** The start and end of each series at each point; undefined if series are not stacked. */
export type Stacks = readonly (readonly (readonly [number, number])[])[] | undefined;

/** The most for the bars of a point, of all series together. */
const widestBarsPx = 96;

/** What the outlines of all series of a chart depend on. */
export interface SeriesScales {
  readonly data: SeriesChartData;
  readonly stacks: Stacks;
  readonly xOf: (point: number) => number;
  readonly yOf: ScaleLinear<number, number>;
  /** The width of a point's bars, of all series together. */
  readonly barWidth: number;
}

export function outlineOf(scales: SeriesScales, series: SeriesView, index: number): SeriesOutline {
  const { form } = scales.data;
  const isBars = form === 'stackedBars' || form === 'groupedBars';
  const nothing = { series, area: '', line: '', dotted: '', dots: '', bars: '', lastBar: '' };
  if (isBars) return { ...nothing, ...barsOf(scales, series, index) };
  const ends = scales.stacks?.[index];
  return { ...nothing, ...linesOf(scales, series, ends), area: ends ? areaOf(scales, series, ends) : '' };
}

function linesOf(
  { data, xOf, yOf }: SeriesScales,
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

/** An area with gaps if there is no value. */
function areaOf(
  { xOf, yOf }: SeriesScales,
  { values }: SeriesView,
  ends: NonNullable<Stacks>[number],
): string {
  const draw = area<readonly [number, number]>()
    .defined((_, index) => values[index] !== null)
    .x((_, index) => round(xOf(index)))
    .y0(([from]) => round(yOf(from)))
    .y1(([, to]) => round(yOf(to)));
  return draw([...ends]) ?? '';
}

function barsOf(scales: SeriesScales, { values, isComparison }: SeriesView, index: number) {
  const bars = values.map((_, point) => {
    const bar = barAt(scales, index, point);
    if (!bar) return '';
    const [from, to] = [round(bar.from), round(bar.to)];
    return `M${round(bar.left)},${from}V${to}h${round(bar.width)}V${from}Z`;
  });
  const lastBar = scales.data.isLastIncomplete && !isComparison ? (bars.pop() ?? '') : '';
  return { bars: bars.join(''), lastBar };
}

/** Where the bar of a series at a point is, from its start to its end; undefined without a value, and for 0. */
export function barAt({ data, stacks, xOf, yOf, barWidth }: SeriesScales, index: number, point: number) {
  const [from, to] = stacks?.[index]?.[point] ?? [0, data.series[index]?.values[point] ?? 0];
  if (from === to) return undefined;
  const gap = Math.min(6, barWidth * 0.2);
  const inner = Math.min(widestBarsPx, Math.max(0.5, barWidth - gap));
  const width = stacks ? inner : Math.max(0.5, inner / data.series.length);
  const left = xOf(point) - inner / 2 + (stacks ? 0 : index * width);
  return { left, width, from: yOf(from), to: yOf(to) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
