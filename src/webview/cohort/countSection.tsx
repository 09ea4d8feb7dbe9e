// The number of persons of a cohort, the state of its calculation, its counts over time and its calculations.
import { useMemo, useState } from 'preact/hooks';
import type { SeriesModel } from '#insights/chartModel.ts';
import type { DataTable } from '#insights/dataTable.ts';
import type { CohortView } from '#protocol/cohortMessages.ts';
import { formatCount } from '#text/formatNumber.ts';
import { formatDateTime } from '#text/formatTime.ts';
import { DataTableView } from '#webview/charts/dataTable/dataTableView.tsx';
import { ModelTable } from '#webview/charts/dataTable/modelTable.tsx';
import { TableButton } from '#webview/charts/dataTable/tableButton.tsx';
import { SeriesTile } from '#webview/charts/kinds/seriesTile.tsx';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import { postCohort } from './connectHost.ts';

interface CountSectionProps {
  readonly cohort: CohortView;
  /** The service has responded; until then, what a list knows of it shows. */
  readonly isLoaded: boolean;
  /** Persons of it are shown. */
  readonly lists: boolean;
}

export function CountSection({ cohort, isLoaded, lists }: CountSectionProps) {
  const { count, calculation, hasFailed, counts, header, source } = cohort;
  const noChart = noChartSentence(cohort, isLoaded);
  return (
    <>
      <p class="count">{count === undefined ? '–' : formatCount(count)}</p>
      {count === 0 && lists && <p class="faint">{t('The service counts none, but lists persons.')}</p>}
      {calculation !== '' && (hasFailed ? <Failure message={calculation} /> : <p>{calculation}</p>)}
      {counts.length > 1 ? <CountsChart counts={counts} /> : noChart !== '' && <p class="faint">{noChart}</p>}
      <Calculations rows={cohort.calculations} />
      <div class="actions">
        {header.canEdit &&
          (source === 'static' ? (
            <ActionButton label={t('Add Persons…')} action="addPersons" />
          ) : (
            <ActionButton label={t('Recalculate')} action="recalculate" />
          ))}
        {!header.deletion && <ActionButton label={t('Compare Cohorts…')} action="compareCohorts" />}
      </div>
    </>
  );
}

/** Empty if there may be no chart after the next calculation either, or if earlier counts are not loaded. */
export function noChartSentence(
  { source, header }: Pick<CohortView, 'source' | 'header'>,
  isLoaded: boolean,
): string {
  if (source === 'static' || header.deletion || !isLoaded) return '';
  return t('A chart appears after the next calculation.');
}

interface ActionButtonProps {
  readonly label: string;
  readonly action: 'recalculate' | 'addPersons' | 'compareCohorts' | 'compareCalculations';
}

function ActionButton({ label, action }: ActionButtonProps) {
  return (
    <button type="button" class="button secondary" onClick={() => postCohort({ type: 'run', action })}>
      {label}
    </button>
  );
}

interface CalculationsProps {
  readonly rows: CohortView['calculations'];
}

/** The newest calculations that the service recorded. */
function Calculations({ rows }: CalculationsProps) {
  if (rows.length === 0) return null;
  const haveErrors = rows.some(({ error }) => error !== '');
  const table: DataTable = {
    columns: [
      { title: t('Calculated'), format: 'text' },
      { title: t('Persons'), format: 'number' },
      { title: t('Duration'), format: 'seconds' },
      ...(haveErrors ? [{ title: t('Error'), format: 'text' } as const] : []),
    ],
    rows: rows.map(({ startedAt, seconds, count, error }) => [
      formatDateTime(startedAt),
      count ?? null,
      seconds ?? null,
      ...(haveErrors ? [error || null] : []),
    ]),
  };
  return (
    <details class="calculations">
      <summary>{t('Calculations')}</summary>
      <DataTableView table={table} label={t('Calculations')} />
      {rows.length > 1 && <ActionButton label={t('Compare Calculations…')} action="compareCalculations" />}
    </details>
  );
}

/** The counts of earlier calculations, as a chart or as a table. */
function CountsChart({ counts }: Pick<CohortView, 'counts'>) {
  const [isTable, setTable] = useState(false);
  const model = useMemo(() => countsModel(counts), [counts]);
  const title = t('Persons over time');
  return (
    <figure class="counts" aria-label={title}>
      <figcaption>
        <span class="faint">{title}</span>
        <TableButton title={title} isTable={isTable} onToggle={setTable} />
      </figcaption>
      {isTable ? <ModelTable model={model} title={title} /> : <SeriesTile model={model} title={title} />}
    </figure>
  );
}

/** @param given in any order: of two calculations, the one that began first may have ended last */
export function countsModel(given: CohortView['counts']): SeriesModel {
  const counts = given.toSorted((a, b) => a.at - b.at);
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

/** What went wrong with a part of the page. */
export function Failure({ message }: { readonly message: string }) {
  return (
    <p class="failed">
      <Icon name="error" />
      <span>{message}</span>
    </p>
  );
}
