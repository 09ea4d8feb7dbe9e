// The bars of each step of a funnel, and below them what they show in words.
import type { ScaleBand } from 'd3-scale';
import type { FunnelStep } from '#insights/chartModel.ts';
import { shareOf } from '#insights/dataTable.ts';
import { formatCount, formatPercent } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { fitText, textWidth } from './fitText.ts';
import { formatSeconds } from './formatValue.ts';
import { type FunnelScale, funnelScale } from './funnelScale.ts';
import { Hatch } from './hatch.tsx';
import { seriesClass } from './seriesStyle.ts';
import type { Size } from './pixelSize.ts';

export interface FunnelGroup {
  readonly label: string;
  readonly color: number;
  readonly isComparison: false;
  readonly steps: readonly FunnelStep[];
}

/** How many of those who took the first step took another one. */
export function conversionText(steps: readonly FunnelStep[], step: number): string {
  const taken = steps[step];
  return taken ? shareText(taken.count, steps[0]?.count) : '–';
}

export function shareText(part: number | null, whole: number | null | undefined): string {
  const share = shareOf(part, whole);
  return share === null ? '–' : formatPercent(share, 1);
}

/** The average time from the step before. */
export function averageText(seconds: number): string {
  return t('avg. {0}', formatSeconds(seconds));
}

interface StepsProps {
  readonly names: readonly string[];
  readonly groups: readonly FunnelGroup[];
  readonly size: Size;
  readonly active: number | undefined;
  readonly band: ScaleBand<number>;
}

const topPx = 6;
const linePx = 15;
/** Between the bars and the first line of text, and below the last one. */
const spacePx = 8;
/** Lower charts have one line of numbers. */
const leastPxWithMore = 110;

export function FunnelSteps({ names, groups, size, active, band }: StepsProps) {
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
  const isHigh = height >= leastPxWithMore;
  const summary = isHigh && textWidth(both) > width ? [shares, counts] : [both];
  const haveTimes = isHigh && times.some(Boolean) && textWidth(times) <= width;
  return haveTimes ? [...summary, times] : summary;
}

/** The text below each bar, by step and group; undefined where bars are too narrow. */
function sharesThatFit(
  names: readonly string[],
  groups: readonly FunnelGroup[],
  placePx: number,
): readonly (readonly string[])[] | undefined {
  const texts = names.map((_, step) =>
    groups.map(({ steps }) => (steps[step] ? conversionText(steps, step) : '')),
  );
  return textWidth(texts.flat()) <= placePx - gapPx ? texts : undefined;
}

interface StepBarsProps {
  readonly groups: readonly FunnelGroup[];
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
