// The first persons of a cohort as a small table.
import type { CohortView, LoadedPersons, PersonsView } from '#protocol/cohortMessages.ts';
import { DataTableView } from '#webview/charts/dataTable/dataTableView.tsx';
import { t } from '#webview/elements/translate.ts';
import { Failure } from './failure.tsx';
import type { CohortLink } from './connectHost.ts';
import { personsTable } from './personsTable.ts';

interface PersonsSectionProps {
  readonly cohort: CohortView;
  readonly persons: PersonsView;
  readonly lastPersons: LoadedPersons | undefined;
  /** What is shown in place of persons while they are loaded for the first time. */
  readonly loading: string;
  readonly link: CohortLink;
}

export function PersonsSection({ cohort, persons, lastPersons, loading, link }: PersonsSectionProps) {
  return (
    <>
      {persons.state === 'failed' && (
        <div class="persons-failure" role="alert">
          <Failure message={persons.message} />
          <button type="button" class="button secondary" onClick={() => link.post({ type: 'loadPersons' })}>
            {t('Retry')}
          </button>
        </div>
      )}
      {lastPersons && <Persons cohort={cohort} persons={lastPersons} link={link} />}
      {!lastPersons && persons.state === 'loading' && <p class="faint">{loading}</p>}
    </>
  );
}

interface PersonsProps extends Pick<PersonsSectionProps, 'cohort' | 'link'> {
  readonly persons: LoadedPersons;
}

function Persons({ cohort, persons, link }: PersonsProps) {
  if (persons.persons.length === 0) return <p class="faint">{t('It has no persons.')}</p>;
  const button = (action: 'showPersons' | 'exportPersons', label: string) => (
    <button type="button" class="button secondary" onClick={() => link.post({ type: 'run', action })}>
      {label}
    </button>
  );
  return (
    <>
      <DataTableView table={personsTable(persons.persons)} label={t('Table of the first persons')} />
      {!cohort.header.isDeleted && (
        <div class="actions">
          {button('showPersons', t('Open All'))}
          {button('exportPersons', t('Export Persons…'))}
        </div>
      )}
    </>
  );
}
