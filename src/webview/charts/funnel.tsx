// The steps of a funnel, each as a part of those who took the first one.
import { scaleBand } from 'd3-scale';
import { useMemo } from 'preact/hooks';
import type { FunnelModel } from '#insights/chartModel.ts';
import { isBrokenDown, seriesName, shareOf, stepNames } from '#insights/dataTable.ts';
import { formatCount } from '#text/localFormat.ts';
import { formatPercent } from '#webview/elements/numberFormat.ts';
import { t } from '#webview/elements/translate.ts';
import { formatSeconds } from './formatValue.ts';
import { ChartFrame } from './chartFrame.tsx';
import { Hatch } from './hatch.tsx';
import type { Size } from './size.ts';
import { fitText } from './fitText.ts';
import { HiddenTable } from './hiddenTable.tsx';
import { Legend } from './legend.tsx';
import { seriesClass } from './seriesStyle.ts';
import type { PointDetails } from './tooltip.tsx';
import { shownTable } from './shownTable.ts';
import { useHidden } from './useHidden.ts';

interface FunnelProps {
  readonly model: FunnelModel;
  readonly title: string;
}

interface Group {
  readonly label: string;
  readonly color: number;
  readonly isComparison: false;
  readonly steps: FunnelModel['groups'][number]['steps'];
}

export function Funnel({ model, title }: FunnelProps) {
  const all = useMemo(
    () =>
      model.groups.map(({ label, steps }, color): Group => ({
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
  const table = useMemo(() => shownTable(model), [model]);
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
        details={(point) => detailsOf(names[point] ?? '', groups, hasBreakdown, point)}
        draw={(size, active) => (
          <Steps names={names} groups={groups} size={size} active={active} band={bandOf(size)} />
        )}
      />
      {hasBreakdown && <Legend items={all} hidden={hidden} onToggle={toggle} />}
      {table && <HiddenTable table={table} label={title} />}
    </>
  );
}

function detailsOf(
  title: string,
  groups: readonly Group[],
  hasBreakdown: boolean,
  point: number,
): PointDetails {
  const lines = groups.flatMap(({ label, color, steps }) => {
    const step = steps[point];
    if (!step) return [];
    const ofFirst = shareText(step.count, steps[0]?.count);
    const time = step.seconds === undefined ? '' : ` · ${averageText(step.seconds)}`;
    if (hasBreakdown) {
      const value = `${formatCount(step.count)} (${ofFirst})${time}`;
      return [{ label, value, amount: step.count, color }];
    }
    const ofPrevious = shareText(step.count, steps[Math.max(0, point - 1)]?.count);
    return [
      { label: t('Persons'), value: formatCount(step.count) },
      { label: t('Of first step'), value: ofFirst },
      { label: t('Of previous step'), value: ofPrevious },
      ...(step.seconds === undefined
        ? []
        : [{ label: t('Average time'), value: formatSeconds(step.seconds) }]),
    ];
  });
  return { title, lines };
}

function shareText(part: number, whole: number | undefined): string {
  const share = shareOf(part, whole);
  return share === null ? '–' : formatPercent(share, 1);
}

/** The average time from the step before. */
function averageText(seconds: number): string {
  return t('avg. {0}', formatSeconds(seconds));
}

interface StepsProps {
  readonly names: readonly string[];
  readonly groups: readonly Group[];
  readonly size: Size;
  readonly active: number | undefined;
  readonly band: ReturnType<typeof scaleBand<number>>;
}

const linePx = 15;
/** The height of the texts below the bars, without the one for times. */
const textPx = 38;
/** Lower charts have their times in the tooltip alone. */
const leastPxWithTimes = 110;

function Steps({ names, groups, size, active, band }: StepsProps) {
  const [only] = groups.length === 1 ? groups : [];
  const hasTimes =
    size.height >= leastPxWithTimes && only?.steps.some(({ seconds }) => seconds !== undefined);
  const bottom = size.height - (hasTimes ? linePx : 0);
  const height = Math.max(10, bottom - textPx - topPx);
  const width = band.bandwidth();
  return (
    <>
      {names.map((name, index) => {
        const x = band(index) ?? 0;
        const step = only?.steps[index];
        const summary = step
          ? `${shareText(step.count, only?.steps[0]?.count)} · ${formatCount(step.count)}`
          : '';
        return (
          <g key={index} class={index === active ? 'active' : ''}>
            <StepBars groups={groups} step={index} left={x} width={width} height={height} />
            <text class="axis-text label" x={x} y={bottom - 20}>
              {fitText(name, width)}
            </text>
            <text class="axis-text" x={x} y={bottom - 5}>
              {fitText(summary, width)}
            </text>
            {hasTimes && step?.seconds !== undefined && (
              <text class="axis-text" x={x} y={size.height - 5}>
                {fitText(averageText(step.seconds), width)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

interface StepBarsProps {
  readonly groups: readonly Group[];
  readonly step: number;
  readonly left: number;
  /** Of all groups. */
  readonly width: number;
  readonly height: number;
}

const topPx = 6;

function StepBars({ groups, step, left, width, height }: StepBarsProps) {
  const placePx = width / Math.max(1, groups.length);
  const barPx = placePx - (groups.length > 1 && placePx > 6 ? 2 : 0);
  const bottom = topPx + height;
  return (
    <>
      {groups.map(({ color, steps }, group) => {
        const own = steps[step];
        if (!own) return null;
        const share = shareOf(own.count, steps[0]?.count) ?? 0;
        const x = left + group * placePx;
        const bar = `M${x},${bottom}v${-height * Math.min(1, share)}h${barPx}V${bottom}Z`;
        return (
          <g key={color} class={seriesClass(color)}>
            <rect class="track" x={x} y={topPx} width={barPx} height={height} />
            <path class="bar" d={bar} />
            <Hatch index={color} outline={bar} />
          </g>
        );
      })}
    </>
  );
}
