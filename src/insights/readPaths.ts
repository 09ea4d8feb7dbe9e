// Paths: links between places, each with how many persons took it.
import { bounds } from './chartBounds.ts';
import type { ChartModel, PathLink } from './chartModel.ts';
import { countOf, type Fields, firstOf, isFields, listOf, OddResult, optionalNumber } from './readValues.ts';
import { displayText } from '#text/displayText.ts';

export function readPaths(result: unknown): ChartModel {
  const all = listOf(result)
    .map(requireLink)
    .toSorted((a, b) => b.value - a.value);
  const { first, shown } = firstOf(all, bounds.links);
  const names: string[] = [];
  const placeOf = (name: string): number => {
    const known = names.indexOf(name);
    return known < 0 ? names.push(name) - 1 : known;
  };
  const links = first.map(({ from, to, value, seconds }) => ({
    source: placeOf(from),
    target: placeOf(to),
    value,
    seconds,
  }));
  return { kind: 'paths', nodes: names.map(nodeLabel), links, isCircular: isCircular(names, links), shown };
}

function requireLink(raw: unknown) {
  if (!isFields(raw)) throw new OddResult('no link');
  const value = countOf(raw.value);
  const seconds = optionalNumber(raw.average_conversion_time);
  return { from: nodeName(raw, 'source'), to: nodeName(raw, 'target'), value, seconds };
}

function nodeName(raw: Fields, end: 'source' | 'target'): string {
  const name = raw[end];
  if (typeof name !== 'string' || name === '') throw new OddResult('no name');
  return name;
}

/** Without the number of its step: `2_/pricing`. */
function nodeLabel(name: string): string {
  return displayText(name.replace(/^\d{1,3}_/, ''));
}

/** Repeatedly removes the nodes that no link leads to; what remains is a cycle. */
function isCircular(names: readonly string[], links: readonly PathLink[]): boolean {
  let left = [...links];
  for (let round = 0; round < names.length && left.length > 0; round++) {
    const entered = new Set(left.map(({ target }) => target));
    const rest = left.filter(({ source }) => entered.has(source));
    if (rest.length === left.length) return true;
    left = rest;
  }
  return left.length > 0;
}
