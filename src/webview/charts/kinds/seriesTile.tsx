// Series over time with their legend.
import { useMemo } from 'preact/hooks';
import { lifecycleWord, seriesName, comparedPlaces } from '#insights/chartLabels.ts';
import type { LifecycleModel, LifecycleStatus, ModelOf, SeriesModel } from '#insights/chartModel.ts';
import { ChartFrame } from '#webview/charts/chartFrame.tsx';
import { HiddenTable } from '#webview/charts/dataTable/modelTable.tsx';
import { Hatch } from '#webview/charts/hatch.tsx';
import { Legend } from '#webview/charts/legend.tsx';
import type { Size } from '#webview/charts/pixelPlace.ts';
import { layoutSeries, type SeriesLayout } from '#webview/charts/seriesLayout.ts';
import type { SeriesView, SeriesChartData, SeriesOutline } from '#webview/charts/seriesOutline.ts';
import { markerPath, markerRadius, seriesClass } from '#webview/charts/seriesStyle.ts';
import { useHiddenSeries } from '#webview/charts/useHiddenSeries.ts';
import { t } from '#webview/elements/translate.ts';
import { formatPointValue } from '#webview/charts/formatCell.ts';
import { formatDate, formatDays, formatIntervalPlace } from '#webview/charts/formatDate.ts';
import { formatValue } from '#webview/charts/formatValue.ts';
import type { TooltipContent } from '#webview/charts/tooltip.tsx';

interface SeriesTileProps {
  readonly model: SeriesModel | LifecycleModel;
  readonly title: string;
}

export function SeriesTile({ model, title }: SeriesTileProps) {
  const all = useMemo(() => viewsOf(model), [model]);
  const { hidden, toggle } = useHiddenSeries(all);
  const series = useMemo(() => all.filter((_, index) => !hidden.has(index)), [all, hidden]);
  const form = model.kind === 'lifecycle' ? 'stackedBars' : model.form;
  return (
    <>
      <SeriesChart
        title={title}
        axis={model.axis}
        form={form}
        series={series}
        style={model.style}
        isLastIncomplete={model.isLastIncomplete}
        partsShown={partsOf(model, hidden.size)}
      />
      {all.length > 1 && <Legend items={all} hidden={hidden} hasLines={form === 'line'} onToggle={toggle} />}
      <HiddenTable model={model} title={title} />
    </>
  );
}

function partsOf(model: SeriesModel | LifecycleModel, hiddenCount: number) {
  if (model.kind === 'lifecycle' || !model.areParts) return undefined;
  const { shown, total } = model.seriesShown;
  return hiddenCount > 0 || shown < total ? 'some' : 'all';
}

const statusColors: Readonly<Record<LifecycleStatus, number>> = {
  new: 0,
  returning: 2,
  resurrecting: 3,
  dormant: 1,
};

/** A period that is compared has the color and the number of the one it is compared with. */
function viewsOf(model: ModelOf<'series' | 'lifecycle'>): readonly SeriesView[] {
  if (model.kind === 'lifecycle')
    return model.series.map((one) => ({
      ...one,
      label: lifecycleWord(one.status, t),
      color: statusColors[one.status],
    }));
  const places = comparedPlaces(model.series);
  return model.series.map((one, index) => ({
    ...one,
    label: seriesName(one.label, places[index] ?? index, { ...one, comparedTo: model.comparedTo }, t),
    color: places[index] ?? index,
  }));
}

// Lines, areas and bars over an axis of days or labels.
interface SeriesChartProps extends SeriesTooltipData {
  readonly title: string;
}

/** Markers of more points and series cover each other. */
const maxMarkers = 240;

function SeriesChart(props: SeriesChartProps) {
  const { title, axis, form, series, style, isLastIncomplete } = props;
  const layoutOf = useMemo(() => {
    const data = { axis, form, series, style, isLastIncomplete };
    let last: { readonly size: Size; readonly layout: SeriesLayout } | undefined;
    return (size: Size): SeriesLayout => {
      if (last?.size.width !== size.width || last.size.height !== size.height)
        last = { size, layout: layoutSeries(data, size) };
      return last.layout;
    };
  }, [axis, form, series, style, isLastIncomplete]);
  return (
    <ChartFrame
      title={title}
      pointCount={axis.texts.length}
      pointAt={(x, _, size) => nearest(layoutOf(size), x, axis.texts.length)}
      placeOf={(point, size) => placeOf(layoutOf(size), props, point)}
      tooltip={(point, pointer) =>
        seriesTooltipText(props, point, pointer && layoutOf(pointer.size).seriesAt(point, pointer))
      }
      draw={(size, active) => <Drawing layout={layoutOf(size)} data={props} active={active} />}
    />
  );
}

/** Undefined if there are no points. */
function nearest({ xOf }: SeriesLayout, x: number, count: number): number | undefined {
  let found: number | undefined;
  for (let point = 0; point < count; point++)
    if (found === undefined || Math.abs(xOf(point) - x) < Math.abs(xOf(found) - x)) found = point;
  return found;
}

function placeOf(layout: SeriesLayout, { series }: SeriesChartData, point: number) {
  const value = series.find(({ values }) => values[point] !== null)?.values[point] ?? 0;
  return { x: layout.xOf(point), y: layout.yOf(value) };
}

interface DrawingProps {
  readonly layout: SeriesLayout;
  readonly data: SeriesChartData;
  readonly active: number | undefined;
}

function Drawing({ layout, data, active }: DrawingProps) {
  const shapes = useMemo(
    () => (
      <>
        <Axes layout={layout} />
        {layout.outlines.map((outline, index) => (
          <SeriesShapes key={index} outline={outline} />
        ))}
        <Markers layout={layout} data={data} />
      </>
    ),
    [layout],
  );
  return (
    <>
      {shapes}
      {active !== undefined && <ActivePoint layout={layout} data={data} point={active} />}
    </>
  );
}

function SeriesShapes({ outline }: { readonly outline: SeriesOutline }) {
  const { series, area, line, dotted, dots, bars, lastBar } = outline;
  const comparison = series.isComparison ? ' comparison' : '';
  return (
    <g class={seriesClass(series.color)}>
      {area !== '' && <path class="area" d={area} />}
      <Hatch index={series.color} outline={area} />
      {line !== '' && <path class={`line${comparison}`} d={line} />}
      {dotted !== '' && <path class={`line dotted${comparison}`} d={dotted} />}
      {dots !== '' && <path class="marker" d={dots} />}
      {bars !== '' && <path class={`bar${comparison}`} d={bars} />}
      {lastBar !== '' && <path class="bar incomplete" d={lastBar} />}
      <Hatch index={series.color} outline={bars + lastBar} />
    </g>
  );
}

function Markers({ layout, data: { form, series, axis } }: Omit<DrawingProps, 'active'>) {
  if (form !== 'line' || series.length * axis.texts.length > maxMarkers) return null;
  return (
    <>
      {series.map(({ values, color, isComparison }, index) => {
        const outline = values.map((value, point) =>
          value === null ? '' : markerPath(color, layout.xOf(point), layout.yOf(value), markerRadius),
        );
        if (isComparison) return null;
        return <path key={index} class={`marker ${seriesClass(color)}`} d={outline.join('')} />;
      })}
    </>
  );
}

function ActivePoint({ layout, data, point }: Omit<DrawingProps, 'active'> & { readonly point: number }) {
  const x = layout.xOf(point);
  const isLine = data.form === 'line';
  return (
    <>
      <line class="active-line" x1={x} x2={x} y1={layout.top} y2={layout.bottom} />
      {isLine &&
        data.series.map(({ values, color }, index) => {
          const value = values[point];
          if (value === null || value === undefined) return null;
          return (
            <path
              key={index}
              class={`marker ${seriesClass(color)}`}
              d={markerPath(color, x, layout.yOf(value), 4.5)}
            />
          );
        })}
    </>
  );
}

/** The lines and texts of both axes. */
function Axes({ layout }: { readonly layout: SeriesLayout }) {
  const { left, right, bottom, zero, xLabels, yLabels } = layout;
  return (
    <>
      {yLabels.map(({ at, text }) => (
        <line key={`line ${text}`} class="grid-line" x1={left} x2={right} y1={at} y2={at} />
      ))}
      {yLabels.map(({ at, text }) => (
        <text key={text} class="axis-text" x={left - 6} y={at + 4} text-anchor="end">
          {text}
        </text>
      ))}
      {xLabels.map(({ at, text }, index) => (
        <text key={index} class="axis-text" x={at} y={bottom + 16} text-anchor="middle">
          {text}
        </text>
      ))}
      <line class="zero-line" x1={left} x2={right} y1={zero} y2={zero} />
    </>
  );
}

// What is at a point of series, in words.

export interface SeriesTooltipData extends SeriesChartData {
  /** `all`: the series are the parts of a whole. `some`: others are not shown. Undefined for parts of no whole. */
  readonly partsShown?: 'all' | 'some' | undefined;
}

/** @param hovered the series that the pointer is at */
export function seriesTooltipText(
  data: SeriesTooltipData,
  point: number,
  hovered: number | undefined,
): TooltipContent {
  const { axis, form, series, style, isLastIncomplete } = data;
  const place = formatPoint(axis, axis.texts[point] ?? '');
  const isIncomplete = isLastIncomplete && point === axis.texts.length - 1;
  return {
    title: isIncomplete ? t('{0} (incomplete)', place) : place,
    lines: series.map(({ label, values, cells, color, isComparison, days }, index) => ({
      label,
      place: days?.[point] === undefined ? undefined : formatPoint(axis, days[point]),
      value: formatPointValue(values[point], cells?.[point], style),
      amount: values[point],
      isHovered: index === hovered,
      color,
      isComparison,
      isLine: form === 'line',
    })),
    total: totalAt(data, point),
  };
}

/** Of parts that are drawn on top of each other; undefined if one of them cannot be drawn. */
function totalAt({ form, series, style, partsShown }: SeriesTooltipData, point: number) {
  const isStacked = form === 'stackedBars' || form === 'area';
  const isWhole = series.every(({ values, cells }) => values[point] !== null || cells?.[point] === undefined);
  if (!isStacked || !partsShown || !isWhole || series.length < 2) return undefined;
  const sum = series.reduce((all, { values }) => all + (values[point] ?? 0), 0);
  const label = partsShown === 'all' ? t('Total') : t('Total of those shown');
  return { label, value: formatValue(sum, style) };
}

/** The point with what the axis leaves out: the year of a day, the time of a moment. */
function formatPoint(axis: SeriesChartData['axis'], text: string): string {
  if (axis.isTimeScale) return formatDate(text, 'moment');
  if (axis.kind !== 'time') return text;
  const { interval } = axis;
  return interval === 'hour' || interval === 'minute' || interval === 'second'
    ? formatIntervalPlace(axis, text)
    : formatDays(text, interval);
}
