// The sections of a cohort's page: definition, count, first persons, uses, exports.
import type { ComponentChildren } from 'preact';
import type { DataTable } from '#insights/dataTable.ts';
import type {
  CohortView,
  ExportLink,
  LoadedPersons,
  PersonsView,
  PersonView,
  RecordLink,
} from '#protocol/cohortMessages.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import { formatAgo, formatDateTime, formatIsoDate } from '#text/formatTime.ts';
import { DataTableView } from '#webview/charts/dataTable/dataTableView.tsx';
import { t } from '#webview/elements/translate.ts';
import { useNow } from '#webview/elements/useNow.ts';
import { postCohort } from './connectHost.ts';
import { CountSection, Failure } from './countSection.tsx';
import { Definition } from './definition.tsx';

interface CohortBodyProps {
  readonly cohort: CohortView;
  readonly persons: PersonsView;
  readonly lastPersons: LoadedPersons | undefined;
  /** The service has responded; until then, what a list knows of the cohort shows. */
  readonly isLoaded: boolean;
  /** What is shown in place of persons while they are loaded, or if the cohort could not be loaded. */
  readonly loading: string;
}

export function CohortBody({ cohort, persons, lastPersons, isLoaded, loading }: CohortBodyProps) {
  const { uses, usedBy, moreUsers, exports } = cohort;
  return (
    <div class="sections" tabIndex={-1}>
      <Section title={t('Definition')} size="wide">
        <Definition cohort={cohort} />
      </Section>
      <Section title={t('Persons')} size="tall">
        <CountSection cohort={cohort} isLoaded={isLoaded} lists={(lastPersons?.persons.length ?? 0) > 0} />
      </Section>
      <Section title={t('Uses')}>
        <Links links={uses} nothing={t('Its filters use no other cohort.')} />
      </Section>
      <Section title={t('Used by')}>
        <Links links={usedBy} nothing={nothingUses(moreUsers)} />
        <UsersNote shown={usedBy.length} more={moreUsers} />
      </Section>
      <Section title={t('First persons')} size="wide">
        <PersonsSection cohort={cohort} persons={persons} lastPersons={lastPersons} loading={loading} />
      </Section>
      <Section title={t('Exports')} size="wide">
        <Exports exports={exports} />
      </Section>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  /** `tall`: beside two others. */
  readonly size?: 'wide' | 'tall';
  readonly children: ComponentChildren;
}

function Section({ title, size, children }: SectionProps) {
  return (
    <section class={size ? `section ${size}` : 'section'} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface UsersNoteProps {
  readonly shown: number;
  readonly more: CohortView['moreUsers'];
}

/** @param more undefined if the service did not say what uses the cohort */
function nothingUses(more: number | undefined): string {
  return more === undefined
    ? t('No loaded cohort or dashboard uses it. What else uses it is not known.')
    : t('No loaded cohort or dashboard uses it.');
}

/** How far the list of users goes: a service lists no dashboards. */
function UsersNote({ shown, more }: UsersNoteProps) {
  if (more === undefined && shown === 0) return null;
  return (
    <p class="faint">
      {more === undefined
        ? t('Only loaded records were searched.')
        : [
            ...(more > 0 ? [t('{0} more on the service.', formatCount(more))] : []),
            t('Of dashboards, only loaded ones were searched.'),
          ].join(' ')}
    </p>
  );
}

interface LinksProps {
  readonly links: readonly RecordLink[];
  /** The text in place of an empty list. */
  readonly nothing: string;
}

function Links({ links, nothing }: LinksProps) {
  if (links.length === 0) return <p class="faint">{nothing}</p>;
  return (
    <ul class="links">
      {links.map(({ kind, id, title }) => (
        <li key={`${kind} ${id}`}>
          <button
            type="button"
            class="link"
            title={title}
            onClick={() => postCohort({ type: 'open', kind, id })}
          >
            {title}
          </button>{' '}
          {kind !== 'cohort' && <span class="faint">{kindWord(kind)}</span>}
        </li>
      ))}
    </ul>
  );
}

function kindWord(kind: Exclude<RecordLink['kind'], 'cohort'>): string {
  const words = { dashboard: t('dashboard'), featureFlag: t('feature flag'), insight: t('insight') } as const;
  return words[kind];
}

interface ExportsProps {
  readonly exports: readonly ExportLink[];
}

function Exports({ exports }: ExportsProps) {
  const now = useNow();
  return (
    <>
      {exports.length === 0 && <p class="faint">{t('No exports of this cohort on this machine.')}</p>}
      <ul class="links">
        {exports.map(({ fileName, rows, isComplete, exportedAt }, index) => (
          <li key={fileName}>
            <button
              type="button"
              class="link"
              title={fileName}
              onClick={() => postCohort({ type: 'openExport', index })}
            >
              {fileName}
            </button>{' '}
            <span class="faint" title={formatDateTime(exportedAt)}>
              {[
                formatPersons(rows, t),
                formatAgo(exportedAt, now),
                ...(isComplete ? [] : [t('incomplete')]),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {exports.length > 0 && (
        <button
          type="button"
          class="button secondary"
          onClick={() => postCohort({ type: 'run', action: 'compareExports' })}
        >
          {t('Compare Exports…')}
        </button>
      )}
    </>
  );
}

// The first persons of a cohort as a small table.
interface PersonsSectionProps {
  readonly cohort: CohortView;
  readonly persons: PersonsView;
  readonly lastPersons: LoadedPersons | undefined;
  /** What is shown in place of persons while they are loaded for the first time. */
  readonly loading: string;
}

function PersonsSection({ cohort, persons, lastPersons, loading }: PersonsSectionProps) {
  return (
    <>
      {persons.state === 'failed' && (
        <div class="persons-failure" role="alert">
          <Failure message={persons.message} />
          <button type="button" class="button secondary" onClick={() => postCohort({ type: 'loadPersons' })}>
            {t('Retry')}
          </button>
        </div>
      )}
      {lastPersons && <Persons cohort={cohort} persons={lastPersons} />}
      {!lastPersons && persons.state === 'loading' && <p class="faint">{loading}</p>}
    </>
  );
}

interface PersonsProps extends Pick<PersonsSectionProps, 'cohort'> {
  readonly persons: LoadedPersons;
}

function Persons({ cohort, persons }: PersonsProps) {
  if (persons.persons.length === 0) return <p class="faint">{t('It has no persons.')}</p>;
  const button = (action: 'showPersons' | 'exportPersons', label: string) => (
    <button type="button" class="button secondary" onClick={() => postCohort({ type: 'run', action })}>
      {label}
    </button>
  );
  return (
    <>
      <DataTableView table={personsTable(persons.persons)} label={t('Table of the first persons')} />
      {!cohort.header.deletion && (
        <div class="actions">
          {button('showPersons', t('Open All'))}
          {button('exportPersons', t('Export Persons…'))}
        </div>
      )}
    </>
  );
}

// Columns of a small table of persons: those in which at least one person has a value.
export function personsTable(persons: readonly PersonView[]): DataTable {
  const columns = [
    { title: t('Name'), textOf: ({ name }: PersonView) => name },
    { title: t('Email'), textOf: ({ email }: PersonView) => email },
    { title: t('Distinct ID'), textOf: ({ distinctId }: PersonView) => distinctId },
    { title: t('Created'), textOf: ({ createdAt }: PersonView) => createdAt && formatIsoDate(createdAt) },
  ].filter(({ textOf }) => persons.some((person) => textOf(person) !== ''));
  return {
    columns: columns.map(({ title }) => ({ title, format: 'text' })),
    rows: persons.map((person) => columns.map(({ textOf }) => textOf(person) || null)),
  };
}
