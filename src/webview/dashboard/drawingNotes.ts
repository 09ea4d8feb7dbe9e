import type { ChartModel, Series, SeriesModel, Slice, SlicesModel } from '#insights/chartModel.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';

/** Where a chart is not what its display asks for, in sentences. */
export function drawingNotes(model: ChartModel): readonly string[] {
  switch (model.kind) {
    case 'series':
      return [...undrawnNote(undrawnPoints(model.series)), ...formNote(model)];
    case 'lifecycle':
      return undrawnNote(undrawnPoints(model.series));
    case 'bars':
    case 'pie':
    case 'worldMap':
      return [...undrawnNote(undrawnSlices(model.slices)), ...pieNote(model)];
    case 'paths':
      return model.isCircular ? [t('Shown as a list: some paths lead back to where they began.')] : [];
    case 'table':
      return model.insteadOf === undefined
        ? []
        : [t('Shown as a table: it cannot be drawn as “{0}”.', model.insteadOf)];
    case 'number':
      return undrawnNote(model.previous === undefined && (model.cells?.[1] ?? null) !== null ? 1 : 0);
    case 'funnel':
    case 'retention':
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
  } as const;
  return [words[insteadOfForm]];
}

function pieNote({ insteadOfPie }: SlicesModel): readonly string[] {
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

function undrawnPoints(series: readonly Series[]): number {
  return series.reduce(
    (sum, { values, cells = {} }) =>
      sum + Object.keys(cells).filter((place) => values[Number(place)] === null).length,
    0,
  );
}

function undrawnSlices(slices: readonly Slice[]): number {
  return slices.filter(({ value, cell }) => value === null && cell !== undefined).length;
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
