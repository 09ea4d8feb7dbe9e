// Puts the page together, and passes messages between it and its host.
import { render } from 'preact';
import type {
  CohortHostMessage,
  CohortHeader,
  CohortView,
  LoadedPersons,
  PersonsView,
  CohortWebviewMessage,
} from '#protocol/cohortMessages.ts';
import { formatPersons } from '#text/formatNumber.ts';
import { formatIsoDate } from '#text/formatTime.ts';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { ViewStore } from '#webview/elements/viewStore.ts';
import { FieldEdits, openAsFile } from '#webview/record/fieldEdits.ts';
import {
  type FrameState,
  initialFrame,
  listenForUndo,
  loadingText,
  receiveShared,
  RecordFrame,
  startPage,
} from '#webview/record/recordFrame.tsx';
import { Owner, RecordHeader } from '#webview/record/recordHeader.tsx';
import { CohortBody } from './cohortBody.tsx';
import { connectCohortHost, postCohort } from './connectHost.ts';

interface CohortState extends FrameState {
  /** Undefined until it has been loaded for the first time. */
  readonly cohort: CohortView | undefined;
  /** Milliseconds since 1970. */
  readonly loadedAt: number;
  readonly persons: PersonsView;
  /** They stay while others are loaded, and where that fails. */
  readonly lastPersons?: LoadedPersons;
}

export function startCohort(): void {
  const page = document.getElementById('page') ?? document.body;
  const initial: CohortState = {
    ...initialFrame,
    cohort: undefined,
    loadedAt: 0,
    persons: { state: 'loading' },
  };
  const edits = new FieldEdits();
  const store = new ViewStore(initial, (state) =>
    render(<CohortFrame state={state} store={store} edits={edits} />, page),
  );
  const link = connectCohortHost((message) => receive(message, { store, edits, link }), edits);
  listenForUndo();
  startPage();
}

interface Receiver {
  readonly store: ViewStore<CohortState>;
  readonly edits: FieldEdits;
  readonly link: ReturnType<typeof connectCohortHost>;
}

function receive(message: CohortHostMessage, { store, edits, link }: Receiver): void {
  switch (message.type) {
    case 'cohort': {
      const { cohort, loadedAt } = message;
      const before = store.state.cohort;
      if (!before) openAsFile(edits.take(link, fieldsOf(cohort.header)));
      const isLoaded = loadedAt !== store.state.loadedAt; // else only what is known around it has changed
      store.update({ cohort, loadedAt, ...(isLoaded && { isLoading: false, failure: undefined }) });
      if (before === undefined || announcementOf(before) !== announcementOf(cohort))
        store.announce(announcementOf(cohort));
      return;
    }
    case 'edited':
      return edits.ended(message.field);
    case 'persons': {
      const { persons } = message;
      return store.update({ persons, ...(persons.state === 'ready' && { lastPersons: persons }) });
    }
    case 'init':
    case 'loading':
    case 'waiting':
    case 'failed':
    case 'done':
      return receiveShared(store, message);
  }
}

function fieldsOf({ name, description }: CohortHeader): ReadonlyMap<string, string> {
  return new Map(Object.entries({ name, description }));
}

function announcementOf({ header: { title, deletion }, count, calculation }: CohortView): string {
  const persons = count === undefined ? '' : formatPersons(count, t);
  return [title, deletion?.note ?? '', persons, calculation].filter((part) => part !== '').join('; ');
}

interface FrameProps {
  readonly state: CohortState;
  readonly store: ViewStore<CohortState>;
  readonly edits: FieldEdits;
}

function CohortFrame({ state, store, edits }: FrameProps) {
  const { cohort, loadedAt, persons, lastPersons } = state;
  const loading = loadingText(state);
  const header = cohort && (
    <CohortHead cohort={cohort} loadedAt={loadedAt} loading={state.isLoading ? loading : ''} edits={edits} />
  );
  return (
    <RecordFrame state={state} store={store} header={header} deletion={cohort?.header.deletion}>
      {cohort && (
        <CohortBody
          cohort={cohort}
          persons={persons}
          lastPersons={lastPersons}
          isLoaded={loadedAt > 0}
          loading={state.failure ? t('Persons appear here once the cohort is loaded.') : loading}
        />
      )}
    </RecordFrame>
  );
}

// The header of a cohort's page: name, creator, date and buttons.
interface CohortHeadProps {
  readonly cohort: CohortView;
  readonly loadedAt: number;
  readonly loading: string;
  readonly edits: FieldEdits;
}

type Action = Extract<CohortWebviewMessage, { readonly type: 'run' }>['action'];

function CohortHead({ cohort, loadedAt, loading, edits }: CohortHeadProps) {
  const { header, count, calculatedAt } = cohort;
  const { owner, createdAt } = header;
  return (
    <RecordHeader
      {...header}
      loadedAt={loadedAt}
      loading={loading}
      edits={edits}
      onEdit={(field, value, before) => postCohort({ type: 'edit', field, value, before })}
      onRefresh={() => postCohort({ type: 'refresh' })}
      buttons={<HeadButtons {...cohort} />}
    >
      {count !== undefined && <span>{formatPersons(count, t)}</span>}
      <Owner owner={owner} />
      {createdAt !== '' && <span class="faint">{t('Created: {0}', formatIsoDate(createdAt))}</span>}
      {calculatedAt !== '' && (
        <span class="faint">{t('Last calculation: {0}', formatIsoDate(calculatedAt))}</span>
      )}
      {cohort.source === 'static' && <span class="tag">{t('static')}</span>}
    </RecordHeader>
  );
}

function HeadButtons({ header, source }: CohortView) {
  const run = (action: Action) => () => postCohort({ type: 'run', action });
  if (header.deletion) return null;
  return (
    <>
      {source === 'filters' && (
        <Button
          icon="filter"
          label={header.canEdit ? t('Edit Filters') : t('Show Filters')}
          showsLabel
          onClick={run('editFilters')}
        />
      )}
      {source === 'groups' && (
        <Button icon="filter" label={t('Edit Groups')} showsLabel onClick={run('editGroups')} />
      )}
      <Button icon="history" label={t('Show History…')} onClick={run('showHistory')} />
      {header.hasWebPage && (
        <Button icon="open" label={t('Open in Browser')} onClick={run('openInBrowser')} />
      )}
    </>
  );
}
