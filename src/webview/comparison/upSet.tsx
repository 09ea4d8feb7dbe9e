// An UpSet plot: a bar for each part, and below it a dot for each cohort that its persons are in.
import { scaleLinear } from 'd3-scale';
import type { ComparisonView } from '#protocol/comparisonMessages.ts';
import { formatNumber, formatPercent, formatPersons } from '#text/formatNumber.ts';
import { ChartFrame } from '#webview/charts/chartFrame.tsx';
import { fitText, textWidth } from '#webview/charts/fitText.ts';
import type { Size } from '#webview/charts/pixelPlace.ts';
import { t } from '#webview/elements/translate.ts';

interface UpSetProps {
  readonly comparison: ComparisonView;
  readonly title: string;
}

const rowPx = 26;
/** The gap between the bars, or their names, and the dots. */
const gapPx = 14;
const lineHeightPx = 14;
/** The height of the highest bar in a page that is too low. */
const minBarPx = 6;
const widestColumnPx = 88;
const widestNamePx = 220;

export function UpSet({ comparison, title }: UpSetProps) {
  const { parts, cohorts } = comparison;
  const total = parts.reduce((sum, { persons }) => sum + persons, 0);
  return (
    <ChartFrame
      title={title}
      pointCount={parts.length}
      pointAt={(x, _, size) => {
        const { left, columnPx } = layoutOf(comparison, size);
        const part = Math.floor((x - left) / columnPx);
        return part >= 0 && part < parts.length ? part : undefined;
      }}
      placeOf={(part, size) => {
        const { xOf, barY } = layoutOf(comparison, size);
        return { x: xOf(part), y: barY(parts[part]?.persons ?? 0) };
      }}
      tooltip={(part) => {
        const { title: name = '', persons = 0 } = parts[part] ?? {};
        const value = `${formatPersons(persons, t)} (${formatPercent(persons, total)})`;
        return { title: name, lines: [{ label: '', value }] };
      }}
      draw={(size, active) => (
        <>
          {cohorts.map((cohort, row) => (
            <CohortRow key={row} title={cohort.title} row={row} comparison={comparison} size={size} />
          ))}
          {parts.map((_, part) => (
            <PartColumn
              key={part}
              part={part}
              comparison={comparison}
              size={size}
              isActive={part === active}
            />
          ))}
        </>
      )}
    />
  );
}

function layoutOf({ parts, cohorts, namesParts }: ComparisonView, { width, height }: Size) {
  const left = Math.min(widestNamePx, width * 0.35, 24 + textWidth(cohorts.map((cohort) => cohort.title)));
  const columnPx = Math.min(widestColumnPx, (width - left) / Math.max(1, parts.length));
  const labels = barLabels(
    parts.map(({ persons }) => persons),
    columnPx,
    textWidth,
  );
  const names = parts.map(({ title }) => (namesParts ? linesOf(title, columnPx - 4) : []));
  const namesPx = lineHeightPx * Math.max(0, ...names.map(({ length }) => length));
  const matrixTop = Math.max(labels.heightPx + minBarPx + namesPx + gapPx, height - cohorts.length * rowPx);
  const most = Math.max(1, ...parts.map(({ persons }) => persons));
  return {
    left,
    columnPx,
    labels,
    names,
    xOf: (part: number) => left + (part + 0.5) * columnPx,
    barY: scaleLinear([0, most], [matrixTop - gapPx - namesPx, labels.heightPx]),
    rowY: (row: number) => matrixTop + (row + 0.5) * rowPx,
  };
}

/** A name of several words takes two lines if one is too short. */
function linesOf(name: string, widthPx: number): readonly string[] {
  const [first = '', ...others] = name.split(' ');
  const lines = textWidth([name]) <= widthPx || others.length === 0 ? [name] : [first, others.join(' ')];
  return lines.map((line) => fitText(line, widthPx));
}

interface RowProps {
  readonly title: string;
  readonly row: number;
  readonly comparison: ComparisonView;
  readonly size: Size;
}

function CohortRow({ title, row, comparison, size }: RowProps) {
  const { left, columnPx, rowY } = layoutOf(comparison, size);
  const right = left + comparison.parts.length * columnPx;
  return (
    <>
      {row % 2 === 0 && <rect class="stripe" x={0} y={rowY(row) - rowPx / 2} width={right} height={rowPx} />}
      <text class="axis-text label" x={left - 10} y={rowY(row) + 4} text-anchor="end">
        {fitText(title, left - 14)}
      </text>
    </>
  );
}

interface ColumnProps {
  readonly part: number;
  readonly comparison: ComparisonView;
  readonly size: Size;
  readonly isActive: boolean;
}

function PartColumn({ part, comparison, size, isActive }: ColumnProps) {
  const { xOf, barY, rowY, columnPx, labels, names } = layoutOf(comparison, size);
  const { cohorts = 0, persons = 0 } = comparison.parts[part] ?? {};
  const x = xOf(part);
  const barPx = Math.max(2, columnPx * 0.6);
  const rows = comparison.cohorts.map((_, row) => row);
  const inside = rows.filter((row) => (cohorts & (1 << row)) !== 0);
  return (
    <g class={isActive ? 'c0 active' : 'c0'}>
      <rect
        class="bar"
        x={x - barPx / 2}
        y={barY(persons)}
        width={barPx}
        height={Math.max(1, barY(0) - barY(persons))}
      />
      <BarLabel text={labels.texts[part] ?? ''} isUpright={labels.isUpright} x={x} y={barY(persons) - 6} />
      {names[part]?.map((line, index) => (
        <text
          key={index}
          class="axis-text label"
          x={x}
          y={barY(0) + lineHeightPx * (index + 1)}
          text-anchor="middle"
        >
          {line}
        </text>
      ))}
      {rows.map((row) => (
        <circle key={row} class={inside.includes(row) ? 'dot inside' : 'dot'} cx={x} cy={rowY(row)} r={6} />
      ))}
      {inside.length > 1 && (
        <line class="joint" x1={x} x2={x} y1={rowY(inside[0] ?? 0)} y2={rowY(inside.at(-1) ?? 0)} />
      )}
    </g>
  );
}

interface BarLabelProps {
  readonly text: string;
  readonly isUpright: boolean;
  readonly x: number;
  readonly y: number;
}

/** An upright one is read from below. */
function BarLabel({ text, isUpright, x, y }: BarLabelProps) {
  if (!isUpright)
    return (
      <text class="axis-text label" x={x} y={y} text-anchor="middle">
        {text}
      </text>
    );
  return (
    <text class="axis-text label" x={x + 4} y={y} transform={`rotate(-90 ${x + 4} ${y})`}>
      {text}
    </text>
  );
}

// The counts above the bars of a comparison: in full where the columns are wide enough, else short, else short and upright,
// so that labels of bars that are as high as each other do not overlap.
interface BarLabels {
  readonly texts: readonly string[];
  readonly isUpright: boolean;
  /** What they take above a bar. */
  readonly heightPx: number;
}

const labelHeightPx = 24;
const spacePx = 6;

/** @param widthOf the longest of some texts, in pixels */
export function barLabels(
  counts: readonly number[],
  columnPx: number,
  widthOf: (texts: readonly string[]) => number,
): BarLabels {
  for (const style of ['exact', 'short'] as const) {
    const texts = counts.map((count) => formatNumber(count, style));
    if (widthOf(texts) + spacePx <= columnPx) return { texts, isUpright: false, heightPx: labelHeightPx };
  }
  const texts = counts.map((count) => formatNumber(count, 'short'));
  return { texts, isUpright: true, heightPx: widthOf(texts) + 2 * spacePx };
}
