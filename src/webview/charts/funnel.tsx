// The steps of a funnel, each as a part of those who took the first one.
import { scaleBand } from 'd3-scale';
import { useMemo } from 'preact/hooks';
import type { FunnelModel, FunnelStep } from '#insights/chartModel.ts';
import { isBrokenDown, seriesName, stepNames, toDataTable } from '#insights/dataTable.ts';
import { t } from '#webview/elements/translate.ts';
import { formatCell } from './formatCell.ts';
import { formatSeconds } from './formatValue.ts';
import { ChartFrame } from './chartFrame.tsx';
import { groupAt } from './funnelScale.ts';
import { averageText, conversionText, type FunnelGroup, FunnelSteps, shareText } from './funnelSteps.tsx';
import type { Size } from './pixelSize.ts';
import { HiddenTable } from '#webview/charts/dataTable/hiddenTable.tsx';
import { Legend } from './legend.tsx';
import type { PointDetails } from './pointDetails.ts';
import { useHidden } from './useHidden.ts';

interface FunnelProps {
  readonly model: FunnelModel;
  readonly title: string;
}

export function Funnel({ model, title }: FunnelProps) {
  const all = useMemo(
    () =>
      model.groups.map(({ label, steps }, color): FunnelGroup => ({
        label: seriesName(label, color, false, t),
        color,
        isComparison: false,
        steps,
      })),
    [model],
  );
  const { hidden, toggle } = useHidden(all);
  const groups = all.filter(({ color }) => !hidden.has(color));
  const names = stepNames(model, t);
  const hasBreakdown = isBrokenDown(model);
  const items = all.map((group) => ({ ...group, value: conversionText(group.steps, names.length - 1) }));
  const table = useMemo(() => toDataTable(model, t), [model]);
  const bandOf = ({ width }: Size) => scaleBand<number>(names.keys(), [4, width - 4]).paddingInner(0.12);
  return (
    <>
      <ChartFrame
        title={title}
        pointCount={names.length}
        pointAt={(x, _, { width }) => {
          const step = Math.floor((x / Math.max(1, width)) * names.length);
          return step >= 0 && step < names.length ? step : undefined;
        }}
        placeOf={(point, size) => ({
          x: (bandOf(size)(point) ?? 0) + bandOf(size).bandwidth() / 2,
          y: size.height / 2,
        })}
        details={(point, pointer) => {
          const band = pointer && bandOf(pointer.size);
          const hovered = band && groupAt(pointer.x - (band(point) ?? 0), band.bandwidth(), groups.length);
          return detailsOf(names[point] ?? '', groups, hasBreakdown, { point, hovered });
        }}
        draw={(size, active) => (
          <FunnelSteps names={names} groups={groups} size={size} active={active} band={bandOf(size)} />
        )}
      />
      {hasBreakdown && <Legend items={items} hidden={hidden} onToggle={toggle} />}
      {table && <HiddenTable table={table} label={title} />}
    </>
  );
}

function detailsOf(
  title: string,
  groups: readonly FunnelGroup[],
  hasBreakdown: boolean,
  { point, hovered }: { readonly point: number; readonly hovered: number | undefined },
): PointDetails {
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
