// A tile's content as a model to draw. Takes anything; throws nothing for what a service can send.
import { displayText } from '#text/displayText.ts';
import { toJsonText } from '#json/parsedValue.ts';
import { type ChartLimits, tileLimits, maxAddressLength, maxTileText } from './chartLimits.ts';
import type { ChartModel, UnknownModel } from './chartModel.ts';
import { type InsightSettings, readInsightSettings } from './readInsightSettings.ts';
import { readFunnel } from './readFunnel.ts';
import { readPaths } from './readPaths.ts';
import { readRetention } from './readRetention.ts';
import { readLifecycle } from './readSeries.ts';
import { readTable } from './readTable.ts';
import { plainStyle } from './readSqlSettings.ts';
import { readStickiness, readTrends } from './readTrends.ts';
import {
  cellOf,
  type Fields,
  fieldsOf,
  firstOf,
  hasMoreOf,
  isFields,
  listOf,
  OddNumber,
  OddResult,
  textOf,
} from './resultValues.ts';
import { instantOf } from './projectTimeZone.ts';

/** @param tile of a dashboard's response, unchecked @param read how much of its result */
export function readTile(tile: unknown, read: ChartLimits = tileLimits): ChartModel {
  const { insight, text, widget, button_tile: button } = fieldsOf(tile);
  if (isFields(insight)) {
    const model = readInsight(insight, computedAt(tile), read, fieldsOf(tile).error);
    return model.kind !== 'empty' && hasMoreOf(insight) ? { ...model, hasMore: true } : model;
  }
  if (isFields(text)) return readText(text);
  if (isFields(widget))
    return { kind: 'widget', name: textOf(widget.name), type: textOf(widget.widget_type) };
  if (isFields(button)) return { kind: 'button', text: textOf(button.text), url: addressOf(button.url) };
  return { kind: 'empty', reason: 'noContent', message: '' };
}

/** Unchanged, because a part of it leads elsewhere; empty if it is too long for browsers. */
function addressOf(url: unknown): string {
  return typeof url === 'string' && url.length <= maxAddressLength ? url : '';
}

/** Milliseconds since 1970; undefined if it is not known. */
export function computedAt(tile: unknown): number | undefined {
  const { insight, last_refresh: ofTile } = fieldsOf(tile);
  const refreshed = fieldsOf(insight).last_refresh ?? ofTile;
  const time = typeof refreshed === 'string' ? instantOf(refreshed) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function readText({ body }: Fields): ChartModel {
  const text = typeof body === 'string' ? body : '';
  return { kind: 'text', body: text.slice(0, maxTileText), isCut: text.length > maxTileText };
}

function readInsight(
  insight: Fields,
  at: number | undefined,
  read: ChartLimits,
  tileError: unknown,
): ChartModel {
  const { result } = insight;
  const boxes: readonly unknown[] = Array.isArray(insight.boxplot_data) ? insight.boxplot_data : [];
  const isEmpty = result === null || result === undefined || (Array.isArray(result) && result.length === 0);
  if (isEmpty && boxes.length === 0) {
    const reason = Array.isArray(result) ? 'noData' : 'notComputed';
    return notComputed(insight, tileError) ?? { kind: 'empty', reason, message: '' };
  }
  try {
    const settings = readInsightSettings(insight, read);
    const model = boxes.length > 0 ? readBoxPlot(boxes, read) : readResult(insight, result, settings, at);
    if (model.kind === 'unknown' || model.kind === 'empty') return model;
    const { undrawn, comparedTo } = settings;
    return { ...model, comparedTo, ...(undrawn.length > 0 && { undrawn }) };
  } catch (error) {
    if (error instanceof OddNumber) return resultAsJson(result, 'number');
    if (error instanceof OddResult) return resultAsJson(result, 'shape');
    throw error;
  }
}

/** @param at when it was computed */
function readResult(
  insight: Fields,
  result: unknown,
  settings: InsightSettings,
  at: number | undefined,
): ChartModel {
  switch (settings.kind) {
    case 'trends':
      return readTrends(listOf(result), settings, at);
    case 'stickiness':
      return readStickiness(listOf(result), settings, at);
    case 'lifecycle':
      return readLifecycle(listOf(result), settings, at);
    case 'funnel':
      return readFunnel(result, settings, at);
    case 'retention':
      return readRetention(result, settings, at);
    case 'paths':
      return readPaths(result, settings);
    case 'table':
      return readTable(insight, settings);
    case undefined:
      return resultAsJson(result, 'shape');
  }
}

const boxPlotColumns = ['day', 'min', 'p25', 'median', 'mean', 'p75', 'max'] as const;

/** A table of the numbers that each box of a box plot is drawn from. */
function readBoxPlot(boxes: readonly unknown[], limits: ChartLimits): ChartModel {
  const { first, shown } = firstOf(boxes.map(fieldsOf), limits.rows);
  const areOfSeries = first.some((box) => textOf(box.series_label) !== '');
  const rows = first.map((box) => [
    ...(areOfSeries ? [cellOf(box.series_label, limits)] : []),
    ...boxPlotColumns.map((key) => cellOf(box[key], limits)),
  ]);
  const columns = [...(areOfSeries ? (['series'] as const) : []), ...boxPlotColumns].map((meaning) => ({
    meaning,
  }));
  const columnsShown = { shown: columns.length, total: columns.length };
  return { kind: 'table', insteadOf: 'BoxPlot', columns, rows, style: plainStyle, shown, columnsShown };
}

/** Undefined if neither the tile nor its query says why there is no result. */
function notComputed({ query_status: status }: Fields, tileError: unknown): ChartModel | undefined {
  const { error, error_message: words, complete } = fieldsOf(status);
  const ofTile = isFields(tileError) ? tileError.message : tileError;
  const message = [error === true ? words : undefined, ofTile].find(
    (one) => typeof one === 'string' && one !== '',
  );
  if (typeof message === 'string') return { kind: 'empty', reason: 'failed', message: displayText(message) };
  if (error === true) return { kind: 'empty', reason: 'failed', message: '' };
  return complete === false ? { kind: 'empty', reason: 'running', message: '' } : undefined;
}

/** A long list is cut before it becomes text; what is nested too deep for JSON has none. */
export function resultAsJson(result: unknown, why: UnknownModel['why']): ChartModel {
  const isLong = Array.isArray(result) && result.length > 1000;
  const text = toJsonText(isLong ? result.slice(0, 1000) : result);
  const json = text?.slice(0, maxTileText) ?? '';
  return { kind: 'unknown', why, json, isCut: isLong || json.length !== text?.length };
}
