import type { UndrawnSetting } from '#insights/chartModel.ts';
import { t } from '#webview/elements/translate.ts';

/** What the web UI draws otherwise than this page, in a sentence for each; a setting without words by its name. */
export function undrawnSettingNotes(settings: readonly UndrawnSetting[]): readonly string[] {
  return [...new Set(settings.map(note))];
}

function note({ name, value }: UndrawnSetting): string {
  const words = new Map(Object.entries(sentences(value)));
  return words.get(camelCase(name)) ?? t('The setting “{0}” is not drawn here.', name);
}

/** Old filters have the same names with underscores. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

// oxlint-disable-next-line max-lines-per-function -- a line for each setting
function sentences(value: string): Readonly<Record<string, string>> {
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
