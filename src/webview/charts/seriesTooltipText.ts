// What is at a point of series, in words.
import { t } from '#webview/elements/translate.ts';
import { formatPointValue } from './formatCell.ts';
import { formatDate, formatDays, formatIntervalPlace } from './formatDate.ts';
import { formatValue } from './formatValue.ts';
import type { TooltipContent } from './tooltipContent.ts';
import type { SeriesChartData } from './seriesOutline.ts';

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
