// What is at a way or a place of paths, in words.
import type { PathsModel } from '#insights/chartModel.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { formatSeconds } from '#webview/charts/formatValue.ts';
import type { TooltipContent } from '#webview/charts/tooltipContent.ts';

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
