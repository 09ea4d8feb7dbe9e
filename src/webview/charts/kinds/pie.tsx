// Parts of a whole.
import { arc, pie, type PieArcDatum } from 'd3-shape';
import { useMemo } from 'preact/hooks';
import type { SlicesModel } from '#insights/chartModel.ts';
import { seriesName } from '#insights/chartLabels.ts';
import { formatPercent } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { formatValue } from '#webview/charts/formatValue.ts';
import { ChartFrame } from '#webview/charts/chartFrame.tsx';
import { Hatch } from '#webview/charts/hatch.tsx';
import type { Size } from '#webview/charts/pixelPlace.ts';
import { HiddenTable } from '#webview/charts/dataTable/modelTable.tsx';
import { Legend } from '#webview/charts/legend.tsx';
import { seriesClass } from '#webview/charts/seriesStyle.ts';
import { useHiddenSeries } from '#webview/charts/useHiddenSeries.ts';

interface PieProps {
  readonly model: SlicesModel;
  readonly title: string;
}

interface Part {
  readonly label: string;
  readonly value: number;
  readonly color: number;
  readonly isComparison: false;
}

export function Pie({ model, title }: PieProps) {
  const { slices, totals, style } = model;
  const parts = useMemo(
    () =>
      slices.map(({ label, value }, color): Part => ({
        label: seriesName(label, color, { isComparison: false }, t),
        value: value ?? 0, // a pie has them all
        color,
        isComparison: false,
      })),
    [slices],
  );
  const { hidden, toggle } = useHiddenSeries(parts);
  const shown = parts.filter(({ color }) => !hidden.has(color));
  /** Of the whole, also while parts are hidden. */
  const shareText = (value: number) => totals && formatPercent(value, totals.present);
  const arcs = pie<Part>()
    .value(({ value }) => value)
    .sortValues(null)(shown);
  const items = parts.map((part) => ({
    ...part,
    value: shareText(part.value) ?? formatValue(part.value, style),
  }));
  return (
    <div class="pie-row">
      <ChartFrame
        title={title}
        pointCount={shown.length}
        pointAt={(x, y, size) => partAt(arcs, x, y, size)}
        placeOf={(point, size) => centerOf(arcs[point], size)}
        tooltip={(point) => {
          const part = shown[point];
          const value = part?.value ?? 0;
          const share = shareText(value);
          const text = `${formatValue(value, style)}${share === undefined ? '' : ` (${share})`}`;
          return { title: part?.label ?? '', lines: [{ label: '', value: text, color: part?.color }] };
        }}
        draw={(size, active) => <Parts arcs={arcs} size={size} active={active} />}
      />
      <Legend items={items} hidden={hidden} onToggle={toggle} />
      <HiddenTable model={model} title={title} />
    </div>
  );
}

type Arcs = readonly PieArcDatum<Part>[];

function radiusOf({ width, height }: Size): number {
  return Math.max(10, Math.min(width, height) / 2 - 6);
}

/** How much of the middle is empty. */
const hole = 0.55;

function partAt(arcs: Arcs, x: number, y: number, size: Size): number | undefined {
  const [dx, dy] = [x - size.width / 2, y - size.height / 2];
  const distance = Math.hypot(dx, dy);
  const radius = radiusOf(size);
  if (distance > radius || distance < radius * hole) return undefined;
  const angle = (Math.atan2(dx, -dy) + 2 * Math.PI) % (2 * Math.PI);
  const index = arcs.findIndex(({ startAngle, endAngle }) => angle >= startAngle && angle < endAngle);
  return index < 0 ? undefined : index;
}

function centerOf(part: PieArcDatum<Part> | undefined, size: Size) {
  const angle = part ? (part.startAngle + part.endAngle) / 2 : 0;
  const radius = radiusOf(size) * 0.8;
  return { x: size.width / 2 + Math.sin(angle) * radius, y: size.height / 2 - Math.cos(angle) * radius };
}

interface PartsProps {
  readonly arcs: Arcs;
  readonly size: Size;
  readonly active: number | undefined;
}

function Parts({ arcs, size, active }: PartsProps) {
  const radius = radiusOf(size);
  const draw = arc<PieArcDatum<Part>>()
    .innerRadius(radius * hole)
    .padAngle(0.006);
  return (
    <g transform={`translate(${size.width / 2},${size.height / 2})`}>
      {arcs.map((part, index) => {
        const { color } = part.data;
        const outline = draw.outerRadius(index === active ? radius + 4 : radius)(part) ?? '';
        return (
          <g key={color}>
            <path class={`slice ${seriesClass(color)}`} d={outline} />
            <Hatch index={color} outline={outline} />
          </g>
        );
      })}
    </g>
  );
}
