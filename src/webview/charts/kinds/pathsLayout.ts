// Where the places and ways of paths are, in pixels. D3 lays them out.
import { sankey, type SankeyGraph, sankeyLeft } from 'd3-sankey';
import type { PathsModel } from '#insights/chartModel.ts';
import type { Size } from '#webview/charts/pixelPlace.ts';

export interface NodeData {
  readonly name: string;
}
interface LinkData {
  readonly seconds: number | undefined;
}
export type Graph = SankeyGraph<NodeData, LinkData>;

export const nodePx = 10;

export function layoutPaths({ nodes, links }: PathsModel, { width, height }: Size): Graph {
  const [top, bottom] = [6, Math.max(20, height - 6)];
  const layOut = (padding: number): Graph =>
    sankey<NodeData, LinkData>()
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

export type PathNode = Graph['nodes'][number];

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

export type PathWay = Graph['links'][number];

/** Where a link leaves one place and reaches the next. */
export function endsOf({ source, target }: PathWay) {
  return {
    from: (typeof source === 'object' ? source.x1 : undefined) ?? 0,
    to: (typeof target === 'object' ? target.x0 : undefined) ?? 0,
  };
}

/** A line of text in the chart. */
export interface TextBox {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

/** Between two texts of a line. */
const gapPx = 6;

/**
 * The links with room for their number at their middle, beside the names and other numbers; of two numbers that are too near,
 * the wider link has its own.
 * @param widthOf a link's number
 */
export function numberedLinks(
  links: readonly PathWay[],
  names: readonly TextBox[],
  widthOf: (link: PathWay) => number,
): ReadonlyMap<PathWay, TextBox> {
  const numbered = new Map<PathWay, TextBox>();
  for (const link of links.toSorted((a, b) => b.value - a.value)) {
    if ((link.width ?? 0) < linePx) break;
    const { from, to } = endsOf(link);
    const [center, half] = [(from + to) / 2, widthOf(link) / 2];
    const box = { left: center - half, right: center + half, middle: ((link.y0 ?? 0) + (link.y1 ?? 0)) / 2 };
    if (![...names, ...numbered.values()].some((other) => areNear(box, other))) numbered.set(link, box);
  }
  return numbered;
}

function areNear(a: TextBox, b: TextBox): boolean {
  return Math.abs(a.middle - b.middle) < linePx && a.left < b.right + gapPx && b.left < a.right + gapPx;
}
