// The points of paths: their ways, then their places.
import { endsOf, type Graph } from './pathsLayout.ts';
import type { Place } from '#webview/charts/pixelPlace.ts';

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
