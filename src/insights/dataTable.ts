// What a chart shows as a table: for screen readers, for copies, and for those who want the numbers.
import type { Translate } from '#text/translate.ts';
import {
  capitalized,
  countedWord,
  groupNames,
  lifecycleWord,
  periodName,
  periodTitle,
  periodWord,
  retentionColumn,
  seriesName,
  shownName,
  sliceNames,
  stepName,
  comparedPlaces,
} from './chartLabels.ts';
import type {
  CellValue,
  ChartModel,
  FunnelModel,
  FunnelStep,
  Interval,
  LifecycleModel,
  ModelOf,
  PathsModel,
  RetentionModel,
  SeriesModel,
  SlicesModel,
  TableColumn,
} from './chartModel.ts';

/**
 * How a column's cells are shown; in copies they are numbers and dates in ISO 8601. `share`: 1 is all. `cell`: of a query,
 * where a number may be a year or an id. A number that a double does not hold is its digits, as the service wrote them, and
 * a value that is no number is its text.
 */
export type ColumnFormat = 'text' | DateFormat | 'number' | 'value' | 'share' | 'seconds' | 'cell';

/** A date alone, a date that a week or a longer interval begins with, or a date with its time. */
type DateFormat = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'moment' | 'second';

interface DataColumn {
  readonly title: string;
  readonly format: ColumnFormat;
}

export interface DataTable {
  readonly columns: readonly DataColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  /**
   * By row, the first column whose interval had not ended when the result was computed; 0 where that is the whole row's.
   */
  readonly incompleteFrom?: Readonly<Record<number, number>>;
}

/** Undefined for a model that holds no numbers. */
export function toDataTable(model: ChartModel, t: Translate): DataTable | undefined {
  switch (model.kind) {
    case 'series':
      return seriesTable(model, t);
    case 'lifecycle':
      return seriesTable({ ...model, series: namedLifecycle(model, t) }, t);
    case 'number':
      return numberTable(model, t);
    case 'bars':
    case 'pie':
    case 'worldMap':
      return slicesTable(model, t);
    case 'funnel':
      return funnelTable(model, t);
    case 'retention':
      return retentionTable(model, t);
    case 'paths':
      return pathsTable(model, t);
    case 'table':
      return tableOf(model, t);
    case 'empty':
    case 'text':
    case 'widget':
    case 'button':
    case 'unknown':
      return undefined;
  }
}

/** Whether `toDataTable` makes a table of it. */
export function hasDataTable({ kind }: ChartModel): boolean {
  return !withoutTable.has(kind);
}

const withoutTable: ReadonlySet<ChartModel['kind']> = new Set([
  'empty',
  'text',
  'widget',
  'button',
  'unknown',
]);

function namedLifecycle({ series }: LifecycleModel, t: Translate) {
  return series.map((one) => ({ ...one, label: lifecycleWord(one.status, t) }));
}

type SeriesData = Pick<SeriesModel, 'axis' | 'series' | 'isLastIncomplete'> & Pick<ChartModel, 'comparedTo'>;

function seriesTable({ axis, series, isLastIncomplete, comparedTo }: SeriesData, t: Translate): DataTable {
  const isTime = axis.kind === 'time';
  const first: DataColumn = isTime
    ? { title: t('Date'), format: axis.isTimeScale ? 'moment' : dateFormat(axis.interval) }
    : { title: t('Label'), format: 'text' };
  const places = comparedPlaces(series);
  // An earlier period has one column of days for all of its series.
  const firstWithDays = series.findIndex(({ days }) => days);
  const sharedDays = series[firstWithDays]?.days?.join();
  const all = series.map(({ label, isComparison, values, cells, days }, index) => {
    const period = { isComparison, comparedTo };
    const title = seriesName(label, places[index] ?? index, period, t);
    const own = { title, format: 'value', cells: values.map((value, at) => cells?.[at] ?? value) } as const;
    if (!days || (index !== firstWithDays && days.join() === sharedDays)) return [own];
    return [{ ...first, title: periodName(first.title, period, t), cells: days }, own];
  });
  const columns = all.flat();
  return {
    columns: [first, ...columns.map(({ title, format }) => ({ title, format }))],
    rows: axis.texts.map((text, index) => [text, ...columns.map(({ cells }) => cells[index] ?? null)]),
    ...(isLastIncomplete && { incompleteFrom: { [axis.texts.length - 1]: 0 } }),
  };
}

/** Hours of one day differ by their time only. */
function dateFormat(interval: Interval): DateFormat {
  return interval === 'minute' || interval === 'hour' ? 'moment' : interval;
}

function numberTable(
  { label, value, previous, cells, comparedTo }: ModelOf<'number'>,
  t: Translate,
): DataTable {
  const [now, before] = [cells?.[0] ?? value, cells?.[1] === undefined ? previous : cells[1]];
  const columns: readonly DataColumn[] = [
    { title: t('Series'), format: 'text' },
    { title: t('Value'), format: 'value' },
  ];
  const name = seriesName(label, 0, { isComparison: false }, t);
  if (before === undefined) return { columns, rows: [[name, now]] };
  return {
    columns: [...columns, { title: capitalized(periodWord(comparedTo, t)), format: 'value' }],
    rows: [[name, now, before]],
  };
}

/** A country has its code, too: filters take it. */
function slicesTable(model: ModelOf<SlicesModel['kind']>, t: Translate): DataTable {
  const { kind, slices } = model;
  const names = sliceNames(model, t);
  const columns: readonly DataColumn[] = [
    ...(kind === 'worldMap'
      ? ([
          { title: t('Country'), format: 'text' },
          { title: t('Country code'), format: 'text' },
        ] as const)
      : [{ title: t('Series'), format: 'text' } as const]),
    { title: t('Value'), format: 'value' },
  ];
  const rows = slices.map(({ label, cell, value }, index) => [
    names[index] ?? '',
    ...(kind === 'worldMap' ? [label.startsWith('$$_') ? null : label || null] : []),
    cell ?? value,
  ]);
  return { columns, rows };
}

/** Also one that has a single value: its steps are those of a part of all persons. */
export function isBrokenDown({ groups }: FunnelModel): boolean {
  return groups.length > 1 || groups.some(({ label }) => label !== '');
}

function funnelTable(model: ModelOf<'funnel'>, t: Translate): DataTable {
  const { groups } = model;
  const hasBreakdown = isBrokenDown(model);
  const isPeriods = groups.every(({ label }) => label === '');
  const names = groupNames(model, t);
  const columns: readonly DataColumn[] = [
    ...(hasBreakdown ? [{ title: isPeriods ? t('Period') : t('Breakdown'), format: 'text' } as const] : []),
    { title: t('Step'), format: 'text' },
    { title: countedWord(model.counted, t), format: 'number' },
    { title: t('Of first step'), format: 'share' },
    { title: t('Of previous step'), format: 'share' },
    { title: t('Average time'), format: 'seconds' },
  ];
  const rows = groups.flatMap(({ steps }, group) =>
    steps.map(({ count, countCell, seconds, secondsCell }, index): readonly CellValue[] => [
      ...(hasBreakdown ? [names[group] ?? ''] : []),
      stepName(steps[index], index, t),
      countCell ?? count,
      shareOf(count, steps[0]?.count),
      shareOf(count, stepBefore(steps, index)?.count),
      secondsCell ?? seconds ?? null,
    ]),
  );
  return { columns, rows };
}

/** The last step before that nobody may leave out; the first one is before itself. */
export function stepBefore(steps: readonly FunnelStep[], place: number): FunnelStep | undefined {
  return steps.slice(0, place).findLast(({ isOptional }) => !isOptional) ?? steps[0];
}

/** Null if one of them is not known, the whole is nothing, or the share is above all numbers. */
export function shareOf(part: number | null, whole: number | null | undefined): number | null {
  const share = part === null || !whole ? null : part / whole;
  return Number.isFinite(share) ? share : null;
}

function retentionTable(model: RetentionModel, t: Translate): DataTable {
  const { rows, interval } = model;
  const width = rows.reduce((widest, { counts }) => Math.max(widest, counts.length), 0);
  const isTime = rows.every(({ date }) => date !== undefined);
  const hasBreakdown = rows.some(({ breakdown }) => breakdown !== '');
  const columns: readonly DataColumn[] = [
    ...(hasBreakdown ? [{ title: t('Breakdown'), format: 'text' } as const] : []),
    { title: t('Cohort'), format: isTime ? dateFormat(interval) : 'text' },
    ...Array.from({ length: width }, (_, index): DataColumn => ({
      title: retentionColumn(model, index, t),
      format: model.aggregate ? 'value' : 'number',
    })),
  ];
  const cellsOfRows = rows.map(({ date, label, breakdown, counts, cells }) => [
    ...(hasBreakdown ? [shownName(breakdown, t)] : []),
    isTime ? (date ?? label) : label,
    ...Array.from({ length: width }, (_, index) => cells?.[index] ?? counts[index] ?? null),
  ]);
  const incomplete = rows.flatMap(({ counts, completeCounts }, row) =>
    completeCounts < counts.length ? [[row, columns.length - width + completeCounts] as const] : [],
  );
  return {
    columns,
    rows: cellsOfRows,
    ...(incomplete.length > 0 && { incompleteFrom: Object.fromEntries(incomplete) }),
  };
}

function pathsTable({ nodes, links }: PathsModel, t: Translate): DataTable {
  const haveSteps = links.some(({ step }) => step !== undefined);
  const columns: readonly DataColumn[] = [
    ...(haveSteps ? [{ title: t('Step'), format: 'number' } as const] : []),
    { title: t('From'), format: 'text' },
    { title: t('To'), format: 'text' },
    { title: t('Transitions'), format: 'number' },
    { title: t('Average time'), format: 'seconds' },
  ];
  const rows = links.map(({ step, source, target, value, seconds, secondsCell }) => [
    ...(haveSteps ? [step ?? null] : []),
    nodes[source] ?? '',
    nodes[target] ?? '',
    value,
    secondsCell ?? seconds ?? null,
  ]);
  return { columns, rows };
}

/** The names of series may hold codes, and periods have a service's words; a query's cells are as they came. */
function tableOf({ columns, rows, comparedTo }: ModelOf<'table'>, t: Translate): DataTable {
  const meanings = columns.map((column) => ('meaning' in column ? column.meaning : undefined));
  const shownCell = (cell: CellValue, index: number): CellValue => {
    if (meanings[index] === 'period' && (cell === 'current' || cell === 'previous'))
      return periodTitle({ isComparison: cell === 'previous', comparedTo }, t);
    return typeof cell === 'string' ? shownName(cell, t) : cell;
  };
  const shown = meanings.includes('series') ? rows.map((row) => row.map(shownCell)) : rows;
  return { columns: columns.map((column) => tableColumn(column, t)), rows: shown };
}

function tableColumn(column: TableColumn, t: Translate): DataColumn {
  if ('name' in column) return { title: column.name, format: 'cell' };
  const words = {
    series: { title: t('Series'), format: 'text' },
    period: { title: t('Period'), format: 'text' },
    total: { title: t('Total'), format: 'value' },
    seconds: { title: t('Time to convert'), format: 'seconds' },
    persons: { title: countedWord('persons', t), format: 'number' },
    groups: { title: countedWord('groups', t), format: 'number' },
    sessions: { title: countedWord('sessions', t), format: 'number' },
    others: { title: countedWord('others', t), format: 'number' },
    step: { title: t('Step'), format: 'text' },
    day: { title: t('Date'), format: 'text' },
    min: { title: t('Minimum'), format: 'value' },
    p25: { title: t('25th percentile'), format: 'value' },
    median: { title: t('Median'), format: 'value' },
    mean: { title: t('Average'), format: 'value' },
    p75: { title: t('75th percentile'), format: 'value' },
    max: { title: t('Maximum'), format: 'value' },
  } as const satisfies Record<string, DataColumn>;
  return words[column.meaning];
}
