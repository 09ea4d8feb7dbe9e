// The steps of a funnel, each as a part of those who took the first one.
import { scaleBand } from 'd3-scale';
import { useMemo } from 'preact/hooks';
import type { FunnelModel } from '#insights/chartModel.ts';
import { isBrokenDown, toDataTable } from '#insights/dataTable.ts';
import { seriesName, stepNames } from '#insights/chartLabels.ts';
import { t } from '#webview/elements/translate.ts';
import { ChartFrame } from './chartFrame.tsx';
import { groupAt } from './funnelScale.ts';
import { conversionText, type FunnelGroup, FunnelSteps } from './funnelSteps.tsx';
import { funnelTooltipText } from './funnelTooltipText.ts';
import type { Size } from './pixelSize.ts';
import { HiddenTable } from '#webview/charts/dataTable/hiddenTable.tsx';
import { Legend } from './legend.tsx';
import { useHiddenSeries } from './useHiddenSeries.ts';

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
  const { hidden, toggle } = useHiddenSeries(all);
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
        tooltip={(point, pointer) => {
          const band = pointer && bandOf(pointer.size);
          const hovered = band && groupAt(pointer.x - (band(point) ?? 0), band.bandwidth(), groups.length);
          return funnelTooltipText(names[point] ?? '', groups, hasBreakdown, { point, hovered });
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
