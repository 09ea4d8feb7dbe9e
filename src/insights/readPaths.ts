// Paths: links between places, each with how many persons took it.
import type { ChartLimits } from './chartLimits.ts';
import type { ChartModel, PathLink } from './chartModel.ts';
import type { InsightSettings } from './readInsightSettings.ts';
import { countOf, drawnValueOf, type Fields, firstOf, isFields, listOf, OddResult } from './resultValues.ts';

export function readPaths(result: unknown, { limits }: InsightSettings): ChartModel {
  const all = listOf(result)
    .map((raw) => requireLink(raw, limits))
    .toSorted((a, b) => b.value - a.value);
  const { first, shown } = firstOf(all, limits.links);
  const places = new Map<string, number>();
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  };
  const links = first.map(({ from, to, ...link }) => ({
    step: stepOf(from),
    source: placeOf(from),
    target: placeOf(to),
    ...link,
  }));
  const nodes = [...places.keys()].map((name) => limits.label(withoutStep(name)));
  return { kind: 'paths', nodes, links, isCircular: isCircular(links), shown };
}

function requireLink(raw: unknown, limits: ChartLimits) {
  if (!isFields(raw)) throw new OddResult('no link');
  const value = countOf(raw.value);
  const time = drawnValueOf(raw.average_conversion_time, limits); // in milliseconds; funnels have seconds
  const seconds = time.value === null ? undefined : time.value / 1000;
  const secondsCell = seconds === undefined ? time.cell : undefined;
  return { from: nodeName(raw, 'source'), to: nodeName(raw, 'target'), value, seconds, secondsCell };
}

function nodeName(raw: Fields, end: 'source' | 'target'): string {
  const name = raw[end];
  if (typeof name !== 'string' || name === '') throw new OddResult('no name');
  return name;
}

const stepPrefix = /^(\d{1,3})_/;

/** `2_/pricing` is `/pricing`. */
function withoutStep(name: string): string {
  return name.replace(stepPrefix, '');
}

function stepOf(name: string): number | undefined {
  const number = stepPrefix.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Removes the links of nodes that no link leads to; what remains is a cycle. */
function isCircular(links: readonly PathLink[]): boolean {
  const bySource = Map.groupBy(links, ({ source }) => source);
  const entering = new Map<number, number>();
  for (const { target } of links) entering.set(target, (entering.get(target) ?? 0) + 1);
  const free = [...bySource.keys()].filter((node) => !entering.has(node));
  let left = links.length;
  for (let node = free.pop(); node !== undefined; node = free.pop())
    for (const { target } of bySource.get(node) ?? []) {
      left--;
      const others = (entering.get(target) ?? 0) - 1;
      entering.set(target, others);
      if (others === 0) free.push(target);
    }
  return left > 0;
}
