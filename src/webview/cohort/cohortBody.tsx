// The sections of a cohort's page: definition, count, first persons, uses, exports.
import type { ComponentChildren } from 'preact';
import type {
  CohortView,
  ExportLink,
  LoadedPersons,
  PersonsView,
  RecordLink,
} from '#protocol/cohortMessages.ts';
import { formatPersons } from '#text/formatNumber.ts';
import { formatAgo, formatDateTime } from '#text/formatTime.ts';
import { memo } from '#webview/elements/memo.ts';
import { t } from '#webview/elements/translate.ts';
import { useNow } from '#webview/elements/useNow.ts';
import { CountSection } from './countSection.tsx';
import type { HostLink } from './connectHost.ts';
import { PersonsSection } from './personsSection.tsx';
import { Definition } from './definition.tsx';

interface CohortBodyProps {
  readonly cohort: CohortView;
  readonly persons: PersonsView;
  readonly lastPersons: LoadedPersons | undefined;
  /** What is shown in place of persons while they are loaded. */
  readonly loading: string;
  readonly link: HostLink;
}

/** Each announcement renders the page. */
export const CohortBody = memo(Body);

function Body({ cohort, persons, lastPersons, loading, link }: CohortBodyProps) {
  const { header, uses, usedBy, exports } = cohort;
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
        {usedBy.length > 0 && <p class="faint">{t('Only loaded records were searched.')}</p>}
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

interface LinksProps {
  readonly links: readonly RecordLink[];
  /** The text in place of an empty list. */
  readonly nothing: string;
  readonly link: HostLink;
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
          {kind === 'dashboard' && <span class="faint">{t('dashboard')}</span>}
        </li>
      ))}
    </ul>
  );
}

interface ExportsProps {
  readonly exports: readonly ExportLink[];
  readonly link: HostLink;
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
