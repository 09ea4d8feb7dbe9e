// What a tile says below what it shows: what of the result is left out, and what the web UI draws otherwise.
import type {
  ChartModel,
  FunnelStep,
  Series,
  SeriesModel,
  Shown,
  Slice,
  SlicesModel,
  UndrawnSetting,
} from '#insights/chartModel.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';

/** What a tile does not show, in sentences. */
export function leftOutNotes(model: ChartModel): readonly string[] {
  const isTable = model.kind === 'table';
  const more = isTable
    ? t('The service has more rows than it sent.')
    : t('The service has more values than it sent.');
  return [...leftOutOf(model), ...(model.hasMore ? [more] : [])];
}

function leftOutOf(model: ChartModel): readonly string[] {
  switch (model.kind) {
    case 'series':
      return [
        ...note(model.seriesShown, (shown, total) => t('Showing {0} of {1} series.', shown, total)),
        ...pointsNote(model.pointsShown),
      ];
    case 'lifecycle':
      return pointsNote(model.pointsShown);
    case 'bars':
    case 'pie':
    case 'worldMap':
      return note(model.shown, (shown, total) => t('Showing {0} of {1} values.', shown, total));
    case 'funnel':
      return note(model.shown, (shown, total) => t('Showing {0} of {1} breakdowns.', shown, total));
    case 'retention':
      return [
        ...note(model.shown, (shown, total) => t('Showing {0} of {1} cohorts.', shown, total)),
        ...note(model.columnsShown, (shown, total) =>
          t('Showing the first {0} of {1} intervals.', shown, total),
        ),
      ];
    case 'paths':
      return note(model.shown, (shown, total) => t('Showing the widest {0} of {1} paths.', shown, total));
    case 'table':
      return [
        ...note(model.shown, (shown, total) => t('Showing {0} of {1} rows.', shown, total)),
        ...note(model.columnsShown, (shown, total) => t('Showing {0} of {1} columns.', shown, total)),
      ];
    case 'text':
      return model.isCut ? [t('The text is longer.')] : [];
    case 'number':
    case 'empty':
    case 'widget':
    case 'button':
    case 'unknown':
      return [];
  }
}

function pointsNote(points: Shown): readonly string[] {
  return note(points, (shown, total) => t('Showing the last {0} of {1} points.', shown, total));
}

function note(shown: Shown, sentence: (shown: string, total: string) => string): readonly string[] {
  return shown.shown < shown.total ? [sentence(formatCount(shown.shown), formatCount(shown.total))] : [];
}

/** If a chart is not what the web UI draws, in sentences. */
export function drawingNotes(model: ChartModel): readonly string[] {
  const undrawn = model.undrawn ?? [];
  const labelled = hasIntervals(model)
    ? undrawn
    : undrawn.filter(({ name }) => camelCase(name) !== 'intervalCount');
  return [...otherwiseDrawn(model), ...undrawnSettingNotes(labelled)];
}

/** Whether intervals have labels: on an axis, or as columns or rows of a table. */
function hasIntervals(model: ChartModel): boolean {
  if (model.kind === 'table')
    return model.columns.some((column) => 'name' in column || column.meaning === 'day');
  return model.kind === 'series' || model.kind === 'lifecycle';
}

function otherwiseDrawn(model: ChartModel): readonly string[] {
  switch (model.kind) {
    case 'series':
      return [...undrawnNote(undrawnPoints(model.series)), ...formNote(model)];
    case 'lifecycle':
      return undrawnNote(undrawnPoints(model.series));
    case 'bars':
    case 'pie':
    case 'worldMap':
      return [...undrawnNote(undrawnValues(model.slices)), ...slicesNote(model)];
    case 'paths':
      return [
        ...countsNote(undrawnValues(model.links.map(timeOf))),
        ...(model.isCircular ? [t('Shown as a list: some paths lead back to where they began.')] : []),
      ];
    case 'funnel':
      return countsNote(undrawnValues(model.groups.flatMap(({ steps }) => steps.flatMap(valuesOf))));
    case 'retention':
      return countsNote(undrawnPoints(model.rows.map((row) => ({ ...row, values: row.counts }))));
    case 'table':
      return model.insteadOf === undefined
        ? []
        : [t('Shown as a table: it cannot be drawn as “{0}”.', model.insteadOf)];
    case 'number':
      return undrawnNote(model.previous === undefined && (model.cells?.[1] ?? null) !== null ? 1 : 0);
    case 'text':
    case 'empty':
    case 'widget':
    case 'button':
    case 'unknown':
      return [];
  }
}

function formNote({ insteadOfForm }: SeriesModel): readonly string[] {
  if (!insteadOfForm) return [];
  const words = {
    negativeArea: t('Drawn as lines: an area cannot show negative values.'),
    comparedArea: t('Drawn as lines: an area cannot show two periods.'),
    comparedStack: t('Drawn side by side: bars of two periods cannot be stacked.'),
    mixed: t('Drawn as lines: bars and lines are not drawn together here.'),
  } as const;
  return [words[insteadOfForm]];
}

function slicesNote({ kind, totals, insteadOfPie }: SlicesModel): readonly string[] {
  if (kind === 'worldMap') return [t('Drawn as bars: maps are not drawn here.')];
  if (kind === 'pie' && !totals) return [t('Without percentages: the values may not add up to a whole.')];
  if (!insteadOfPie) return [];
  const words = {
    negative: t('Drawn as bars: a pie cannot show negative values.'),
    compared: t('Drawn as bars: a pie cannot show two periods.'),
    zero: t('Drawn as bars: all values are 0.'),
    undrawn: t('Drawn as bars: a pie needs a number for each part.'),
    partial: t('Drawn as bars: a pie needs all values.'),
  } as const;
  return [words[insteadOfPie]];
}

function undrawnPoints(series: readonly Pick<Series, 'values' | 'cells'>[]): number {
  return series.reduce(
    (sum, { values, cells = {} }) =>
      sum + Object.keys(cells).filter((place) => values[Number(place)] === null).length,
    0,
  );
}

function undrawnValues(values: readonly Pick<Slice, 'value' | 'cell'>[]): number {
  return values.filter(({ value, cell }) => value === null && cell !== undefined).length;
}

function valuesOf(step: FunnelStep) {
  return [{ value: step.count, cell: step.countCell }, timeOf(step)];
}

function timeOf({ seconds, secondsCell }: Pick<FunnelStep, 'seconds' | 'secondsCell'>) {
  return { value: seconds ?? null, cell: secondsCell };
}

function undrawnNote(count: number): readonly string[] {
  if (count === 0) return [];
  return count === 1
    ? [t('1 value cannot be drawn: it is too large, or not a number. The table shows it.')]
    : [
        t(
          '{0} values cannot be drawn: they are too large, or not numbers. The table shows them.',
          formatCount(count),
        ),
      ];
}

/** Of numbers of persons, and of times. */
function countsNote(count: number): readonly string[] {
  if (count === 0) return [];
  return count === 1
    ? [t('1 value cannot be drawn: it is negative, too large, or not a number. The table shows it.')]
    : [
        t(
          '{0} values cannot be drawn: they are negative, too large, or not numbers. The table shows them.',
          formatCount(count),
        ),
      ];
}

/** What the web UI draws otherwise than this page, in a sentence for each; a setting without words by its name. */
function undrawnSettingNotes(settings: readonly UndrawnSetting[]): readonly string[] {
  return [...new Set(settings.map(undrawnSettingNote))];
}

function undrawnSettingNote({ name, value }: UndrawnSetting): string {
  const words = new Map(Object.entries(undrawnSettingTexts(value)));
  return words.get(camelCase(name)) ?? t('The setting “{0}” is not drawn here.', name);
}

/** Old filters have the same names with underscores. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

// oxlint-disable-next-line max-lines-per-function -- a line for each setting
function undrawnSettingTexts(value: string): Readonly<Record<string, string>> {
  const axis = t('A logarithmic scale is not drawn here.');
  const hidden = t('Series that are hidden in the web UI are shown here.');
  const oneAxis = t('All series have the same axis here.');
  const trend = t('Trend lines are not drawn here.');
  const goals = t('Goal lines are not drawn here.');
  const format = t('The number format “{0}” is not used here.', value);
  const percent = t('Stacks show values here, not percentages.');
  const means = t('The row of means is not shown here.');
  return {
    yAxisScaleType: axis,
    scale: axis,
    hiddenLegendIndexes: hidden,
    hiddenLegendBreakdowns: hidden,
    hiddenLegendKeys: hidden,
    hidden,
    intervalCount: t('Each interval is {0} times as long as its label says.', value),
    toggledLifecycles: t('Statuses that are hidden in the web UI are shown here.'),
    stacked: t('Statuses are drawn above and below each other here.'),
    showMultipleYAxes: oneAxis,
    yAxisPosition: oneAxis,
    showTrendLines: trend,
    trendLine: trend,
    goalLines: goals,
    showAlertThresholdLines: t('Lines of alerts are not drawn here.'),
    showMovingAverage: t('The moving average is not drawn here.'),
    showConfidenceIntervals: t('Confidence intervals are not drawn here.'),
    showPercentStackView: percent,
    stackBars100: percent,
    stackBreakdownValues: t('The values of a breakdown are side by side here.'),
    hideWeekends: t('Weekends are shown here.'),
    aggregationAxisFormat: format,
    style: format,
    formatting: t('The number formats of columns are not used here.'),
    showNullsAsZero: t('Empty values are gaps here, not zeros.'),
    showTotalRow: t('The row of totals is not shown here.'),
    startAtZero: t('The axis begins at 0 here.'),
    yAxisAtZero: t('The axis begins at 0 here.'),
    retentionReference: t('Percentages are of the first interval here, not of the one before.'),
    funnelStepReference: t('The bars are parts of the first step here, not of the one before.'),
    meanRetentionCalculation: means,
    showMean: means,
    dashboardDisplay: t('The graph of the retention is not drawn here.'),
    metricSummary: t('The summary of the metric is not shown here.'),
    hiddenColumns: t('Columns that are hidden in the web UI are shown here.'),
  };
}
