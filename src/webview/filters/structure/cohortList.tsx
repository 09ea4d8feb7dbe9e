// The cohorts that match what is typed, below the field. The focus stays in the field.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { KnownCohort } from '#protocol/filters.ts';
import { formatCount } from '#webview/elements/numberFormat.ts';
import { t } from '#webview/elements/translate.ts';
import type { CohortSearch } from './projectNames.ts';

interface CohortListProps {
  readonly id: string;
  readonly search: CohortSearch;
  /** The index of the one that Enter picks. */
  readonly active: number;
  readonly onPick: (cohort: KnownCohort) => void;
}

export function CohortList({ id, search, active, onPick }: CohortListProps) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const option = list.current?.querySelector('[aria-selected=true]');
    (option ?? list.current)?.scrollIntoView({ block: 'nearest' });
  }, [search, active]);
  const note = noteOf(search);
  return (
    <ul ref={list} class="cohort-list" id={id} role="listbox" aria-label={t('Cohorts')}>
      {search.cohorts?.map((cohort, index) => (
        <li
          key={cohort.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field must not lose the focus before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(cohort)}
        >
          <span class="cohort-list-name">{cohort.name || t('Untitled cohort')}</span>
          <span class="cohort-details">{detailsOf(cohort)}</span>
        </li>
      ))}
      {note !== '' && (
        <li key="note" class="cohort-list-note" role="presentation">
          {note}
        </li>
      )}
    </ul>
  );
}

function noteOf({ cohorts, failure }: CohortSearch): string {
  if (failure !== '') return failure;
  if (!cohorts) return t('Searching…');
  return cohorts.length === 0 ? t('No matching cohorts') : '';
}

/** `#12 · 2,520 persons` */
export function detailsOf({ id, count }: KnownCohort): string {
  const details = [t('#{0}', id)];
  if (count === 1) details.push(t('1 person'));
  else if (count !== undefined) details.push(t('{0} persons', formatCount(count)));
  return details.join(' · ');
}
