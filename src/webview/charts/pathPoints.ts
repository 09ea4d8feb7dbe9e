// The points of paths: their ways, then their places.
import type { PathsModel } from '#insights/chartModel.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { formatSeconds } from './formatValue.ts';
import { endsOf, type Graph } from './pathsLayout.ts';
import type { Place } from './pixelPlace.ts';
import type { PointDetails } from './pointDetails.ts';

export function pathPointAt({ links, nodes }: Graph, x: number, y: number): number | undefined {
  const node = nodes.findIndex(
    ({ x0 = 0, x1 = 0, y0 = 0, y1 = 0 }) => x >= x0 && x <= x1 && y >= y0 && y <= y1,
  );
  if (node >= 0) return links.length + node;
  const link = links.findIndex((one) => {
    const { from, to } = endsOf(one);
    if (x < from || x > to) return false;
    const { y0 = 0, y1 = 0, width = 0 } = one;
    const share = (x - from) / Math.max(1, to - from);
    const eased = share * share * (3 - 2 * share); // near to the curve of the drawn link
    return Math.abs(y0 + (y1 - y0) * eased - y) <= Math.max(3, width / 2);
  });
  return link < 0 ? undefined : link;
}

export function placeOfPathPoint({ links, nodes }: Graph, point: number): Place {
  const link = links[point];
  if (link) {
    const { from, to } = endsOf(link);
    return { x: (from + to) / 2, y: ((link.y0 ?? 0) + (link.y1 ?? 0)) / 2 };
  }
  const { x0 = 0, x1 = 0, y0 = 0, y1 = 0 } = nodes[point - links.length] ?? {};
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
}

export function pathPointDetails({ links, nodes }: PathsModel, point: number): PointDetails {
  const persons = (count: number) => ({ label: t('Persons'), value: formatCount(count) });
  const link = links[point];
  if (!link) {
    const node = point - links.length;
    return { title: nodes[node] ?? '', lines: [persons(totalOf(links, node))] };
  }
  const { source, target, value, seconds } = link;
  return {
    title: t('{0} → {1}', nodes[source] ?? '', nodes[target] ?? ''),
    lines: [
      persons(value),
      ...(seconds === undefined ? [] : [{ label: t('Average time'), value: formatSeconds(seconds) }]),
    ],
  };
}

/** As high as the place is drawn: some end there, and others begin there. */
function totalOf(links: PathsModel['links'], node: number): number {
  const sum = (end: 'source' | 'target') =>
    links.reduce((all, link) => all + (link[end] === node ? link.value : 0), 0);
  return Math.max(sum('source'), sum('target'));
}
