// The number of persons, the state of the calculation, and the counts seen on this machine.
import { useMemo } from 'preact/hooks';
import type { SeriesModel } from '#insights/chartModel.ts';
import type { CohortView } from '#protocol/cohort.ts';
import { formatCount } from '#text/localFormat.ts';
import { SeriesTile } from '#webview/charts/seriesTile.tsx';
import { t } from '#webview/elements/translate.ts';
import { Failure } from './failure.tsx';
import type { HostLink } from './hostMessages.ts';

interface CountSectionProps {
  readonly cohort: CohortView;
  readonly link: HostLink;
}

export function CountSection({ cohort, link }: CountSectionProps) {
  const { count, calculation, hasFailed, counts, header, source } = cohort;
  const model = useMemo(() => countsModel(counts), [counts]);
  const title = t('Persons over time');
  return (
    <>
      <p class="count">{count === undefined ? '–' : formatCount(count)}</p>
      {calculation !== '' && (hasFailed ? <Failure message={calculation} /> : <p>{calculation}</p>)}
      {counts.length > 1 ? (
        <figure class="counts" aria-label={title}>
          <SeriesTile model={model} title={title} />
        </figure>
      ) : (
        source !== 'static' && <p class="faint">{t('A chart appears after the next calculation.')}</p>
      )}
      {!header.isDeleted && (
        <button
          type="button"
          class="button secondary"
          onClick={() => link.post({ type: 'run', action: 'compareCohorts' })}
        >
          {t('Compare Cohorts…')}
        </button>
      )}
    </>
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
