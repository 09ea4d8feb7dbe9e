// What a query of rows says of its chart: which columns are drawn, and how.
import type { ChartLimits } from './chartLimits.ts';
import type { NumberStyle } from './chartModel.ts';
import { textOf } from './resultValues.ts';
import { appearance } from './settingNames.ts';
import type { SettingsReader } from './settingsReader.ts';

export const plainStyle: NumberStyle = { unit: 'plain', prefix: '', postfix: '' };

export interface DrawnColumn {
  readonly column: string;
  /** Empty if it is the column's. */
  readonly label: string;
  /** Undefined if it is drawn as the display says. */
  readonly form: 'bar' | 'line' | 'area' | undefined;
  readonly style: NumberStyle;
}

interface SqlSettings {
  readonly display: string;
  readonly xColumn: string;
  readonly yColumns: readonly DrawnColumn[];
  readonly seriesColumn: string;
  /** Of all drawn columns: they share one axis. */
  readonly style: NumberStyle;
}

const sqlUnits = new Map<unknown, NumberStyle['unit']>([
  ['none', 'plain'],
  ['number', 'plain'],
  ['short', 'plain'],
  ['percent', 'share'],
]);

const sqlForms = new Map<unknown, DrawnColumn['form'] | 'auto'>([
  ['auto', 'auto'],
  ['bar', 'bar'],
  ['line', 'line'],
  ['area', 'area'],
]);

export function readSqlSettings(reader: SettingsReader, limits: ChartLimits): SqlSettings {
  reader.skip(['kind', 'source', 'response', 'tags', 'version', ...appearance.node]);
  const columnSettings = reader.inside('tableSettings');
  columnSettings.skip(['conditionalFormatting', 'pinnedColumns', 'transpose']);
  for (const one of columnSettings.each('columns')) {
    one.skip(['column']);
    one.inside('settings').inside('display').skip(['color', 'label']);
  }
  const display = reader.text('display');
  const chart = reader.inside('chartSettings');
  chart.skip(appearance.sqlChart);
  for (const key of ['leftYAxisSettings', 'rightYAxisSettings']) {
    const axis = chart.inside(key);
    axis.skip(appearance.sqlAxis);
    axis.expect('scale', 'linear');
    axis.expect('startAtZero', true);
  }
  chart.expect('yAxisAtZero', true);
  const xAxis = chart.inside('xAxis');
  xAxis.inside('settings').inside('display').skip(['color', 'label']);
  const yColumns = chart.each('yAxis').map((axis) => drawnColumn(axis, limits));
  const style = yColumns[0]?.style ?? plainStyle;
  const isShared = yColumns.every((one) => isSameStyle(one.style, style));
  if (!isShared) chart.report('yAxis', 'formatting');
  return {
    display,
    xColumn: textOf(xAxis.raw('column'), limits),
    yColumns,
    style: isShared ? style : plainStyle,
    seriesColumn: textOf(chart.raw('seriesBreakdownColumn'), limits),
  };
}

function drawnColumn(axis: SettingsReader, limits: ChartLimits): DrawnColumn {
  const settings = axis.inside('settings');
  const look = settings.inside('display');
  look.skip(['color']);
  look.expect('yAxisPosition', 'left');
  const form = look.choice('displayType', sqlForms);
  const formatting = settings.inside('formatting');
  formatting.skip(['decimalPlaces']);
  const unit = formatting.choice('style', sqlUnits) ?? 'plain';
  return {
    column: textOf(axis.raw('column'), limits),
    label: textOf(look.raw('label'), limits),
    form: form === 'auto' ? undefined : form,
    style: { unit, prefix: formatting.text('prefix'), postfix: formatting.text('suffix') },
  };
}

function isSameStyle(one: NumberStyle, other: NumberStyle): boolean {
  return one.unit === other.unit && one.prefix === other.prefix && one.postfix === other.postfix;
}
