// Where the places and ways of paths are, in pixels. D3 lays them out.
import { sankey, type SankeyGraph, sankeyLeft } from 'd3-sankey';
import type { PathsModel } from '#insights/chartModel.ts';
import type { Size } from './size.ts';

export interface Place {
  readonly name: string;
}
interface LinkData {
  readonly seconds: number | undefined;
}
export type Graph = SankeyGraph<Place, LinkData>;

export const nodePx = 10;

export function layoutPaths({ nodes, links }: PathsModel, { width, height }: Size): Graph {
  const [top, bottom] = [6, Math.max(20, height - 6)];
  const layOut = (padding: number): Graph =>
    sankey<Place, LinkData>()
      .nodeWidth(nodePx)
      .nodePadding(padding)
      .nodeAlign(sankeyLeft)
      .extent([
        [2, top],
        [Math.max(20, width - 2), bottom],
      ])({ nodes: nodes.map((name) => ({ name })), links: links.map((link) => ({ ...link })) });
  const wanted = Math.max(4, Math.min(16, height / 20));
  // Gaps that take all of the height leave none for the places: D3 then draws nothing.
  return layOut(Math.min(wanted, (bottom - top) / 2 / largestColumn(layOut(0))));
}

function largestColumn({ nodes }: Graph): number {
  const sizes = new Map<number, number>();
  for (const { depth = 0 } of nodes) sizes.set(depth, (sizes.get(depth) ?? 0) + 1);
  return Math.max(1, ...sizes.values());
}

/** The height of a name. */
const linePx = 13;

type PathNode = Graph['nodes'][number];

/** The places whose names cover no other name of their column; of two that are too near, the larger one has its name. */
export function namedPlaces(nodes: readonly PathNode[]): ReadonlySet<PathNode> {
  const named = new Set<PathNode>();
  for (const node of nodes.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))) {
    const isFree = [...named].every(
      (other) => other.depth !== node.depth || Math.abs(middleOf(other) - middleOf(node)) >= linePx,
    );
    if (isFree) named.add(node);
  }
  return named;
}

function middleOf({ y0 = 0, y1 = 0 }: PathNode): number {
  return (y0 + y1) / 2;
}
