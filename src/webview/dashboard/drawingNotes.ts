import type {
  ChartModel,
  FunnelStep,
  Series,
  SeriesModel,
  Slice,
  SlicesModel,
} from '#insights/chartModel.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { undrawnSettingNotes } from './undrawnSettingNotes.ts';

/** If a chart is not what the web UI draws, in sentences. */
export function drawingNotes(model: ChartModel): readonly string[] {
  return [...kindNotes(model), ...undrawnSettingNotes(model.undrawn ?? [])];
}

function kindNotes(model: ChartModel): readonly string[] {
  switch (model.kind) {
    case 'series':
      return [...undrawnNote(undrawnPoints(model.series)), ...formNote(model)];
    case 'lifecycle':
      return undrawnNote(undrawnPoints(model.series));
    case 'bars':
    case 'pie':
    case 'worldMap':
      return [...undrawnNote(undrawnValues(model.slices)), ...pieNote(model)];
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

function pieNote({ kind, totals, insteadOfPie }: SlicesModel): readonly string[] {
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
