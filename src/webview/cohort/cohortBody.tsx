// The sections of a cohort's page: definition, count, first persons, uses, exports.
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { SeriesModel } from '#insights/chartModel.ts';
import { type DataTable, toDataTable } from '#insights/dataTable.ts';
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
import { TableButton } from '#webview/charts/dataTable/tableButton.tsx';
import { SeriesTile } from '#webview/charts/kinds/seriesTile.tsx';
import { Icon } from '#webview/elements/icon.tsx';
import { memo } from '#webview/elements/memo.ts';
import { t } from '#webview/elements/translate.ts';
import { useNow } from '#webview/elements/useNow.ts';
import type { CohortLink } from './connectHost.ts';
import { Definition } from './definition.tsx';

interface CohortBodyProps {
  readonly cohort: CohortView;
  readonly persons: PersonsView;
  readonly lastPersons: LoadedPersons | undefined;
  /** What is shown in place of persons while they are loaded. */
  readonly loading: string;
  readonly link: CohortLink;
}

/** Each announcement renders the page. */
export const CohortBody = memo(Body);

function Body({ cohort, persons, lastPersons, loading, link }: CohortBodyProps) {
  const { header, uses, usedBy, moreUsers, exports } = cohort;
  return (
    <div class="sections" tabIndex={-1}>
      {header.isDeleted && <DeletedNote link={link} />}
      <Section title={t('Definition')} size="wide">
        <Definition cohort={cohort} link={link} />
      </Section>
      <Section title={t('Persons')} size="tall">
        <CountSection cohort={cohort} link={link} />
      </Section>
      <Section title={t('Uses')}>
        <Links links={uses} nothing={t('Its filters use no other cohort.')} link={link} />
      </Section>
      <Section title={t('Used by')}>
        <Links links={usedBy} nothing={t('No loaded cohort or dashboard uses it.')} link={link} />
        <UsersNote shown={usedBy.length} more={moreUsers} />
      </Section>
      <Section title={t('First persons')} size="wide">
        <PersonsSection
          cohort={cohort}
          persons={persons}
          lastPersons={lastPersons}
          loading={loading}
          link={link}
        />
      </Section>
      <Section title={t('Exports')} size="wide">
        <Exports exports={exports} link={link} />
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

function DeletedNote({ link }: Pick<CohortBodyProps, 'link'>) {
  return (
    <div class="deleted wide" role="status">
      <p>{t('This cohort is deleted.')}</p>
      <button
        type="button"
        class="button primary"
        onClick={() => link.post({ type: 'run', action: 'restore' })}
      >
        {t('Restore')}
      </button>
    </div>
  );
}

interface UsersNoteProps {
  readonly shown: number;
  readonly more: CohortView['moreUsers'];
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
  readonly link: CohortLink;
}

function Links({ links, nothing, link }: LinksProps) {
  if (links.length === 0) return <p class="faint">{nothing}</p>;
  return (
    <ul class="links">
      {links.map(({ kind, id, title }) => (
        <li key={`${kind} ${id}`}>
          <button
            type="button"
            class="link"
            title={title}
            onClick={() => link.post({ type: 'open', kind, id })}
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
  readonly link: CohortLink;
}

function Exports({ exports, link }: ExportsProps) {
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
              onClick={() => link.post({ type: 'openExport', index })}
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
          onClick={() => link.post({ type: 'run', action: 'compareExports' })}
        >
          {t('Compare Exports…')}
        </button>
      )}
    </>
  );
}

// The number of persons, the state of the calculation, and the counts seen on this machine.
interface CountSectionProps {
  readonly cohort: CohortView;
  readonly link: CohortLink;
}

function CountSection({ cohort, link }: CountSectionProps) {
  const { count, calculation, hasFailed, counts, header, source } = cohort;
  return (
    <>
      <p class="count">{count === undefined ? '–' : formatCount(count)}</p>
      {calculation !== '' && (hasFailed ? <Failure message={calculation} /> : <p>{calculation}</p>)}
      {counts.length > 1 ? (
        <CountsChart counts={counts} />
      ) : (
        source !== 'static' && <p class="faint">{t('A chart appears after the next calculation.')}</p>
      )}
      <Calculations rows={cohort.calculations} />
      <div class="actions">
        {source !== 'static' && header.canEdit && (
          <ActionButton label={t('Recalculate')} action="recalculate" link={link} />
        )}
        {!header.isDeleted && (
          <ActionButton label={t('Compare Cohorts…')} action="compareCohorts" link={link} />
        )}
      </div>
    </>
  );
}

interface ActionButtonProps {
  readonly label: string;
  readonly action: 'recalculate' | 'compareCohorts';
  readonly link: CohortLink;
}

function ActionButton({ label, action, link }: ActionButtonProps) {
  return (
    <button type="button" class="button secondary" onClick={() => link.post({ type: 'run', action })}>
      {label}
    </button>
  );
}

/** The newest calculations that the service recorded. */
function Calculations({ rows }: { readonly rows: CohortView['calculations'] }) {
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
    </details>
  );
}

/** The counts of earlier calculations, as a chart or as a table. */
function CountsChart({ counts }: Pick<CohortView, 'counts'>) {
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

// The first persons of a cohort as a small table.
interface PersonsSectionProps {
  readonly cohort: CohortView;
  readonly persons: PersonsView;
  readonly lastPersons: LoadedPersons | undefined;
  /** What is shown in place of persons while they are loaded for the first time. */
  readonly loading: string;
  readonly link: CohortLink;
}

function PersonsSection({ cohort, persons, lastPersons, loading, link }: PersonsSectionProps) {
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

/** What went wrong with a part of the page. */
function Failure({ message }: { readonly message: string }) {
  return (
    <p class="failed">
      <Icon name="error" />
      <span>{message}</span>
    </p>
  );
}
