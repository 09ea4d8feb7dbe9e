// Which series the pointer is at.
import { distanceToLine, type Place } from './pixelPlace.ts';
import { barAt, type SeriesScales } from './seriesOutline.ts';

/** How far from a line or a bar the pointer still means it. */
const nearPx = 8;

export function seriesAt(scales: SeriesScales, point: number, place: Place): number | undefined {
  const { form, series } = scales.data;
  const distanceOf = form === 'area' ? distanceToArea : form === 'line' ? distanceToSeries : distanceToBar;
  const distances = series.map((_, index) => distanceOf(scales, index, point, place));
  const least = Math.min(...distances);
  return least <= nearPx ? distances.indexOf(least) : undefined;
}

/** The points that lines lead to from a point; the point itself where there is none, for its marker. */
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
