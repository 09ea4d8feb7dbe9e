// One bar for each value, and a world map as the ranking of its countries.
import { scaleLinear } from 'd3-scale';
import { useMemo } from 'preact/hooks';
import type { SlicesModel } from '#insights/chartModel.ts';
import { comparedPlaces, sliceNames } from '#insights/chartLabels.ts';
import { formatPercent } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { ChartFrame } from '#webview/charts/chartFrame.tsx';
import type { Size } from '#webview/charts/pixelPlace.ts';
import { HiddenTable } from '#webview/charts/dataTable/modelTable.tsx';
import { fitText, textWidth } from '#webview/charts/fitText.ts';
import { formatPointValue } from '#webview/charts/formatCell.ts';
import { seriesClass } from '#webview/charts/seriesStyle.ts';

interface SliceBarsProps {
  readonly model: SlicesModel;
  readonly title: string;
}

const rowPx = 26;
const barPx = 16;

export function SliceBars({ model, title }: SliceBarsProps) {
  const { slices, totals, style } = model;
  const labels = useMemo(() => sliceNames(model, t), [model]);
  const rowAt = (y: number) => Math.floor(y / rowPx);
  return (
    <>
      <ChartFrame
        title={title}
        pointCount={slices.length}
        height={slices.length * rowPx}
        pointAt={(_, y) => (rowAt(y) >= 0 && rowAt(y) < slices.length ? rowAt(y) : undefined)}
        placeOf={(point, { width }) => ({ x: width / 2, y: (point + 0.5) * rowPx })}
        tooltip={(point) => {
          const { value = null, cell, isComparison = false } = slices[point] ?? {};
          const total = (isComparison ? totals?.previous : totals?.present) ?? 0;
          const share = total > 0 && value !== null ? ` (${formatPercent(value, total)})` : '';
          return {
            title: labels[point] ?? '',
            lines: [{ label: '', value: `${formatPointValue(value, cell, style)}${share}` }],
          };
        }}
        draw={(size, active) => <Rows model={model} labels={labels} size={size} active={active} />}
      />
      <HiddenTable model={model} title={title} />
    </>
  );
}

interface RowsProps {
  readonly model: SlicesModel;
  readonly labels: readonly string[];
  readonly size: Size;
  readonly active: number | undefined;
}

function Rows({ model: { slices, style, kind }, labels, size, active }: RowsProps) {
  const left = Math.min(220, size.width * 0.45, 12 + textWidth(labels));
  const values = slices.map(({ value, cell }) => formatPointValue(value, cell, style));
  const colors = comparedPlaces(slices);
  const amounts = slices.map(({ value }) => value ?? 0);
  const valuePx =
    14 + 7 * Math.max(...values.map(({ length }, index) => (slices[index]?.value === null ? 0 : length)));
  const x = scaleLinear(
    [Math.min(0, ...amounts), Math.max(0, ...amounts)],
    [left, Math.max(left + 20, size.width - valuePx)],
  );
  return (
    <>
      {slices.map(({ value, isComparison }, index) => {
        const y = index * rowPx + (rowPx - barPx) / 2;
        const end = x(value ?? 0);
        const [from, to] = [Math.min(x(0), end), Math.max(x(0), end)];
        const color = kind === 'worldMap' ? 0 : (colors[index] ?? index);
        return (
          <g key={index} class={`${seriesClass(color)}${index === active ? ' active' : ''}`}>
            <text class="axis-text label" x={left - 8} y={y + 12} text-anchor="end">
              {fitText(labels[index] ?? '', left - 12)}
            </text>
            {value !== null && (
              <rect
                class={isComparison ? 'bar comparison' : 'bar'}
                x={from}
                y={y}
                width={Math.max(1, to - from)}
                height={barPx}
              />
            )}
            <text class="axis-text value" x={to + 6} y={y + 12}>
              {value === null ? fitText(values[index] ?? '', size.width - to - 6) : values[index]}
            </text>
          </g>
        );
      })}
    </>
  );
}
