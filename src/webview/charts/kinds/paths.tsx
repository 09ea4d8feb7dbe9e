// Paths from left to right; cyclic paths are shown as a list.
import { useMemo } from 'preact/hooks';
import type { PathsModel } from '#insights/chartModel.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { ChartFrame } from '#webview/charts/chartFrame.tsx';
import type { Size, Place } from '#webview/charts/pixelPlace.ts';
import { fitText, textWidth } from '#webview/charts/fitText.ts';
import { HiddenTable, ModelTable } from '#webview/charts/dataTable/modelTable.tsx';
import {
  endsOf,
  type Graph,
  layoutPaths,
  namedPlaces,
  nodePx,
  numberedLinks,
  type PathNode,
  type PathWay,
  type NodeData,
} from './pathsLayout.ts';
import { colorCount, seriesClass } from '#webview/charts/seriesStyle.ts';
import { formatSeconds } from '#webview/charts/formatValue.ts';
import type { TooltipContent } from '#webview/charts/tooltip.tsx';

interface PathsProps {
  readonly model: PathsModel;
  readonly title: string;
}

export function Paths({ model, title }: PathsProps) {
  const graphOf = useMemo(() => {
    let last: { readonly size: Size; readonly graph: Graph } | undefined;
    return (size: Size): Graph => {
      if (last?.size.width !== size.width || last.size.height !== size.height)
        last = { size, graph: layoutPaths(model, size) };
      return last.graph;
    };
  }, [model]);
  const isDrawn = !model.isCircular && model.links.some(({ value }) => value > 0);
  if (!isDrawn) return <ModelTable model={model} title={title} />;
  return (
    <>
      <ChartFrame
        title={title}
        pointCount={model.links.length + model.nodes.length}
        pointAt={(x, y, size) => pathPointAt(graphOf(size), x, y)}
        placeOf={(point, size) => placeOfPathPoint(graphOf(size), point)}
        tooltip={(point) => pathTooltipText(model, point)}
        draw={(size, active) => <LinkPaths graph={graphOf(size)} size={size} active={active} />}
      />
      <HiddenTable model={model} title={title} />
    </>
  );
}

/** Outlines a link so that crossings stay readable. */
function outlineOf(link: PathWay): string {
  const { y0 = 0, y1 = 0, width = 1 } = link;
  const { from, to } = endsOf(link);
  const [middle, half] = [(from + to) / 2, width / 2];
  const curve = (y: number, x: number, end: number) => `C${middle},${y} ${middle},${end} ${x},${end}`;
  return `M${from},${y0 - half}${curve(y0 - half, to, y1 - half)}V${y1 + half}${curve(y1 + half, from, y0 + half)}Z`;
}

/** What all places begin with, if they are pages of one host: it is left out of their names. */
function sharedOrigin(nodes: readonly NodeData[]): string {
  const origin = /^https?:\/\/[^/]+(?=\/)/.exec(nodes[0]?.name ?? '')?.[0];
  return origin !== undefined && nodes.every(({ name }) => name.startsWith(`${origin}/`)) ? origin : '';
}

interface LinkPathsProps {
  readonly graph: Graph;
  readonly size: Size;
  readonly active: number | undefined;
}

function LinkPaths({ graph: { nodes, links }, size, active }: LinkPathsProps) {
  const names = namesOf(nodes, size);
  const numbers = numberedLinks(links, names, ({ value }) => textWidth([formatCount(value)]));
  return (
    <>
      {links.map((link, index) => (
        <path key={index} class={index === active ? 'way active' : 'way'} d={outlineOf(link)} />
      ))}
      {nodes.map(({ x0 = 0, x1 = 0, y0 = 0, y1 = 0, depth = 0 }, index) => (
        <g
          key={index}
          class={`${seriesClass(depth % colorCount)}${active === links.length + index ? ' active' : ''}`}
        >
          <rect class="bar" x={x0} y={y0} width={x1 - x0} height={Math.max(1, y1 - y0)} />
        </g>
      ))}
      {Array.from(numbers, ([{ value }, { left, middle }], index) => (
        <text key={index} class="axis-text way-name" x={left} y={middle + 4}>
          {formatCount(value)}
        </text>
      ))}
      {names.map(({ text, left, middle }, index) => (
        <text key={index} class="axis-text label way-name" x={left} y={middle + 4}>
          {text}
        </text>
      ))}
    </>
  );
}

/** The last column has its names on its left, beside those of the one before. */
function namesOf(nodes: readonly PathNode[], { width }: Size) {
  const origin = sharedOrigin(nodes);
  const named = namedPlaces(nodes);
  const columns = 1 + Math.max(...nodes.map(({ depth = 0 }) => depth));
  const gap = (width - nodePx) / Math.max(1, columns - 1) - nodePx - 10;
  return Array.from(named, ({ name, x0 = 0, x1 = 0, y0 = 0, y1 = 0, depth = 0 }) => {
    const text = fitText(name.slice(origin.length), depth < columns - 2 ? gap : gap / 2);
    const left = x1 > width - 60 ? x0 - 5 - textWidth([text]) : x1 + 5;
    return { text, left, right: left + textWidth([text]), middle: (y0 + y1) / 2 };
  });
}

// The points of paths: their ways, then their places.

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

// What is at a way or a place of paths, in words.

export function pathTooltipText({ links, nodes }: PathsModel, point: number): TooltipContent {
  const persons = (count: number) => ({ label: t('Transitions'), value: formatCount(count) });
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
