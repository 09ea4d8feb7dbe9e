// The counts seen on this machine, as a chart or as a table.
import { useMemo, useState } from 'preact/hooks';
import type { SeriesModel } from '#insights/chartModel.ts';
import { toDataTable } from '#insights/dataTable.ts';
import type { CohortView } from '#protocol/cohortMessages.ts';
import { DataTableView } from '#webview/charts/dataTable/dataTableView.tsx';
import { SeriesTile } from '#webview/charts/seriesTile.tsx';
import { TableButton } from '#webview/charts/dataTable/tableButton.tsx';
import { t } from '#webview/elements/translate.ts';

export function CountsChart({ counts }: Pick<CohortView, 'counts'>) {
  const [isTable, setTable] = useState(false);
  const model = useMemo(() => countsModel(counts), [counts]);
  const table = useMemo(() => toDataTable(model, t), [model]);
  const title = t('Persons over time');
  return (
    <figure class="counts" aria-label={title}>
      <figcaption>
        <span class="faint">{title}</span>
        <TableButton title={title} isTable={isTable} onToggle={setTable} />
      </figcaption>
      {isTable && table ? (
        <DataTableView table={table} label={title} style={model.style} />
      ) : (
        <SeriesTile model={model} title={title} />
      )}
    </figure>
  );
}

function countsModel(counts: CohortView['counts']): SeriesModel {
  const shown = { shown: counts.length, total: counts.length };
  return {
    kind: 'series',
    form: 'line',
    axis: {
      kind: 'time',
      interval: 'minute',
      texts: counts.map(({ at }) => localIso(at)),
      isTimeScale: true,
    },
    series: [{ label: t('Persons'), values: counts.map(({ count }) => count), isComparison: false }],
    style: { unit: 'plain', prefix: '', postfix: '' },
    isLastIncomplete: false,
    seriesShown: { shown: 1, total: 1 },
    pointsShown: shown,
  };
}

/** Charts show the clock that a text has: here it is this person's. */
function localIso(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
