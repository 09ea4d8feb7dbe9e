// The steps of a funnel, each as a part of those who took the first one.
import { scaleBand, type ScaleBand } from 'd3-scale';
import { useMemo } from 'preact/hooks';
import { countedWord, groupNames, stepNames } from '#insights/chartLabels.ts';
import type { FunnelStep, ModelOf, FunnelModel } from '#insights/chartModel.ts';
import { isBrokenDown, shareOf, stepBefore } from '#insights/dataTable.ts';
import { formatCount, formatPercent } from '#text/formatNumber.ts';
import { HiddenTable } from '#webview/charts/dataTable/modelTable.tsx';
import { t } from '#webview/elements/translate.ts';
import { ChartFrame } from '#webview/charts/chartFrame.tsx';
import { fitText, textWidth } from '#webview/charts/fitText.ts';
import { formatCell } from '#webview/charts/formatCell.ts';
import { formatSeconds } from '#webview/charts/formatValue.ts';
import { Hatch } from '#webview/charts/hatch.tsx';
import { Legend } from '#webview/charts/legend.tsx';
import type { Size } from '#webview/charts/pixelPlace.ts';
import { seriesClass } from '#webview/charts/seriesStyle.ts';
import type { TooltipContent } from '#webview/charts/tooltip.tsx';
import { useHiddenSeries } from '#webview/charts/useHiddenSeries.ts';

interface FunnelProps {
  readonly model: ModelOf<'funnel'>;
  readonly title: string;
}

export function Funnel({ model, title }: FunnelProps) {
  const all = useMemo(
    () =>
      groupNames(model, t).map((label, color): FunnelBars => ({
        label,
        color,
        isComparison: model.groups[color]?.isComparison ?? false,
        steps: model.groups[color]?.steps ?? [],
      })),
    [model],
  );
  const { hidden, toggle } = useHiddenSeries(all);
  const groups = all.filter(({ color }) => !hidden.has(color));
  const names = stepNames(model, t);
  const hasBreakdown = isBrokenDown(model);
  const items = all.map((group) => ({ ...group, value: conversionText(group.steps, names.length - 1) }));
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
          return funnelTooltipText(names[point] ?? '', groups, hasBreakdown, {
            point,
            hovered,
            counted: countedWord(model.counted, t),
          });
        }}
        draw={(size, active) => (
          <FunnelSteps names={names} groups={groups} size={size} active={active} band={bandOf(size)} />
        )}
      />
      {hasBreakdown && <Legend items={items} hidden={hidden} onToggle={toggle} />}
      <HiddenTable model={model} title={title} />
    </>
  );
}

/** What a step of a funnel has, in words. */
function funnelTooltipText(
  title: string,
  groups: readonly FunnelBars[],
  hasBreakdown: boolean,
  {
    point,
    hovered,
    counted,
  }: { readonly point: number; readonly hovered: number | undefined; readonly counted: string },
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
    const ofPrevious = shareText(step.count, stepBefore(steps, point)?.count);
    return [
      { label: counted, value: countText(step) },
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

// The bars of each step of a funnel, and below them what they show in words.
interface FunnelBars {
  readonly label: string;
  readonly color: number;
  readonly isComparison: boolean;
  readonly steps: readonly FunnelStep[];
}

/** How many of those who took the first step took another one. */
function conversionText(steps: readonly FunnelStep[], step: number): string {
  const taken = steps[step];
  return taken ? shareText(taken.count, steps[0]?.count) : '–';
}

function shareText(part: number | null, whole: number | null | undefined): string {
  const share = shareOf(part, whole);
  return share === null ? '–' : formatPercent(share, 1);
}

/** The average time from the step before. */
function averageText(seconds: number): string {
  return t('avg. {0}', formatSeconds(seconds));
}

interface StepsProps {
  readonly names: readonly string[];
  readonly groups: readonly FunnelBars[];
  readonly size: Size;
  readonly active: number | undefined;
  readonly band: ScaleBand<number>;
}

const topPx = 6;
const linePx = 15;
/** Between the bars and the first line of text, and below the last one. */
const spacePx = 8;
/** Lower charts have one line of numbers. */
const minPxWithMore = 110;

function FunnelSteps({ names, groups, size, active, band }: StepsProps) {
  const width = band.bandwidth();
  const [only] = groups.length === 1 ? groups : [];
  const shares = only ? undefined : sharesThatFit(names, groups, width / groups.length);
  const lines = only ? linesThatFit(only.steps, { width, height: size.height }) : [];
  const lineCount = 1 + (shares ? 1 : 0) + lines.length;
  const bottom = topPx + Math.max(10, size.height - topPx - spacePx - lineCount * linePx);
  const scale = funnelScale(groups, bottom - topPx);
  return (
    <>
      {names.map((name, index) => {
        const left = band(index) ?? 0;
        const firstLine = bottom + spacePx + 10 + (shares ? linePx : 0);
        return (
          <g key={index} class={index === active ? 'active' : ''}>
            <StepBars {...{ groups, step: index, left, width, bottom, scale, shares: shares?.[index] }} />
            <text class="axis-text label" x={left} y={firstLine}>
              {fitText(name, width)}
            </text>
            {lines.map((texts, line) => (
              <text key={line} class="axis-text" x={left} y={firstLine + (line + 1) * linePx}>
                {fitText(texts[index] ?? '', width)}
              </text>
            ))}
          </g>
        );
      })}
    </>
  );
}

/** The lines of text below the names, each with a text for each step. A time that is cut would read as another one. */
function linesThatFit(steps: readonly FunnelStep[], { width, height }: Size): readonly (readonly string[])[] {
  const shares = steps.map((_, step) => conversionText(steps, step));
  const counts = steps.map(({ count }) => (count === null ? '' : formatCount(count)));
  const both = shares.map((share, step) => [share, counts[step]].filter(Boolean).join(' · '));
  const times = steps.map(({ seconds }) => (seconds === undefined ? '' : averageText(seconds)));
  const isHigh = height >= minPxWithMore;
  const summary = isHigh && textWidth(both) > width ? [shares, counts] : [both];
  const haveTimes = isHigh && times.some(Boolean) && textWidth(times) <= width;
  return haveTimes ? [...summary, times] : summary;
}

/** The text below each bar, by step and group; undefined if bars are too narrow. */
function sharesThatFit(
  names: readonly string[],
  groups: readonly FunnelBars[],
  placePx: number,
): readonly (readonly string[])[] | undefined {
  const texts = names.map((_, step) =>
    groups.map(({ steps }) => (steps[step] ? conversionText(steps, step) : '')),
  );
  return textWidth(texts.flat()) <= placePx - gapPx ? texts : undefined;
}

interface StepBarsProps {
  readonly groups: readonly FunnelBars[];
  readonly step: number;
  readonly left: number;
  /** Of all groups. */
  readonly width: number;
  readonly bottom: number;
  readonly scale: FunnelScale;
  /** The text below each group's bar. */
  readonly shares: readonly string[] | undefined;
}

/** Between two bars of a step. */
const gapPx = 2;

function StepBars({ groups, step, left, width, bottom, scale: { whole, heightOf }, shares }: StepBarsProps) {
  const placePx = width / Math.max(1, groups.length);
  const barPx = placePx - (groups.length > 1 && placePx > 6 ? gapPx : 0);
  return (
    <>
      {groups.map(({ color, steps }, group) => {
        const own = steps[step];
        if (!own) return null;
        const height = heightOf(shareOf(own.count, steps[0]?.count));
        const x = left + group * placePx;
        const bar = `M${x},${bottom}v${-height}h${barPx}V${bottom}Z`;
        return (
          <g key={color} class={seriesClass(color)}>
            {own.count !== null && ( // an empty track would be 0 persons
              <>
                <rect class="track" x={x} y={bottom - whole} width={barPx} height={whole} />
                <path class="bar" d={bar} />
                <Hatch index={color} outline={bar} />
              </>
            )}
            {shares && (
              <text class="axis-text" x={x + barPx / 2} y={bottom + spacePx + 6} text-anchor="middle">
                {shares[group]}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

// How high the bars of a funnel are, and where those of its parts are in a step.

interface FunnelScale {
  /** In pixels, of those who took the first step. */
  readonly whole: number;
  /** In pixels; 0 if the share is not known. A share above 0 has at least one. */
  readonly heightOf: (share: number | null) => number;
}

/** All bars have room: a step may have more persons than the first one. */
export function funnelScale(
  groups: readonly Pick<FunnelModel['groups'][number], 'steps'>[],
  heightPx: number,
): FunnelScale {
  const shares = groups.flatMap(({ steps }) =>
    steps.map(({ count }) => shareOf(count, steps[0]?.count) ?? 0),
  );
  const whole = heightPx / Math.max(1, ...shares);
  return { whole, heightOf: (share) => (share === null || share === 0 ? 0 : Math.max(1, share * whole)) };
}

/** The index of the group whose bar of a step is at a distance from the left of its bars, of `width` together. */
export function groupAt(x: number, width: number, groups: number): number | undefined {
  const group = Math.floor((x / width) * groups);
  return group >= 0 && group < groups ? group : undefined;
}
