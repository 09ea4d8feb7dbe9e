// The labels of a chart's axes: which of them have room, where they are, and what is cut of a long one.
import { scaleUtc } from 'd3-scale';
import type { SeriesAxis } from '#insights/chartModel.ts';
import { clockTime } from '#insights/projectTimeZone.ts';
import { formatDate, formatPlace } from './formatDate.ts';

export interface AxisLabel {
  /** Pixels from the left or from the top. */
  readonly at: number;
  readonly text: string;
}

/** The width of a letter in the font of axes. */
const letterPx = 6.3;
const dayMs = 86_400_000;
/** No date is shorter. */
const leastLabelPx = 50;

/** What the longest one takes. */
export function labelsWidthPx(labels: readonly AxisLabel[]): number {
  return letterPx * Math.max(1, ...labels.map(({ text }) => text.length));
}

/** Round times, wherever the points are, as many as there is room for; the ends where there are too few. */
export function timeLabels(
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
  for (let wanted = Math.ceil((right - left) / leastLabelPx); wanted > 1; wanted--) {
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
export function pointLabels(
  axis: SeriesAxis,
  xOf: (point: number) => number,
  [left, width]: readonly [number, number],
): readonly AxisLabel[] {
  const texts = axis.texts.map((text) => cut(formatPlace(axis, text)));
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

function cut(text: string): string {
  return text.length > 18 ? `${text.slice(0, 17)}…` : text;
}
