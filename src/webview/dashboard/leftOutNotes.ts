import type { ChartModel, Shown } from '#insights/chartModel.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';

/** What a tile does not show, in sentences. */
export function leftOutNotes(model: ChartModel): readonly string[] {
  const isTable = model.kind === 'table';
  const more = isTable
    ? t('The service has more rows than it sent.')
    : t('The service has more values than it sent.');
  return [...kindNotes(model), ...(model.hasMore ? [more] : [])];
}

function kindNotes(model: ChartModel): readonly string[] {
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
