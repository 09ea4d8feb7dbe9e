import type { ChartModel, Series, Slice } from '#insights/chartModel.ts';
import { formatCount } from '#text/localFormat.ts';
import { t } from '#webview/elements/translate.ts';

/** Where a chart is not what its display asks for, in sentences. */
export function drawingNotes(model: ChartModel): readonly string[] {
  if ('series' in model) return undrawnNote(undrawnPoints(model.series));
  return 'slices' in model ? undrawnNote(undrawnSlices(model.slices)) : [];
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
