// What a step of a funnel has, in words.
import type { FunnelStep } from '#insights/chartModel.ts';
import { t } from '#webview/elements/translate.ts';
import { formatCell } from './formatCell.ts';
import { formatSeconds } from './formatValue.ts';
import { averageText, type FunnelGroup, shareText } from './funnelSteps.tsx';
import type { TooltipContent } from './tooltipContent.ts';

export function funnelTooltipText(
  title: string,
  groups: readonly FunnelGroup[],
  hasBreakdown: boolean,
  { point, hovered }: { readonly point: number; readonly hovered: number | undefined },
): TooltipContent {
  const lines = groups.flatMap(({ label, color, steps }, group) => {
    const step = steps[point];
    if (!step) return [];
    const ofFirst = shareText(step.count, steps[0]?.count);
    const time = step.seconds === undefined ? '' : ` · ${averageText(step.seconds)}`;
    if (hasBreakdown) {
      const value = `${countText(step)} (${ofFirst})${time}`;
      return [{ label, value, amount: step.count, color, isHovered: group === hovered }];
    }
    const ofPrevious = shareText(step.count, steps[Math.max(0, point - 1)]?.count);
    return [
      { label: t('Persons'), value: countText(step) },
      { label: t('Of first step'), value: ofFirst },
      { label: t('Of previous step'), value: ofPrevious },
      ...(step.seconds === undefined
        ? []
        : [{ label: t('Average time'), value: formatSeconds(step.seconds) }]),
    ];
  });
  return { title, lines };
}

function countText({ count, countCell }: FunnelStep): string {
  return formatCell(count ?? countCell, 'number');
}
