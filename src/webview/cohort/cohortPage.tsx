// Puts the page together, and passes messages between it and its host.
import { render } from 'preact';
import type { CohortHostMessage, CohortView, LoadedPersons, PersonsView } from '#protocol/cohortMessages.ts';
import { formatPersons } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { ViewStore } from '#webview/elements/viewStore.ts';
import {
  type FrameState,
  initialFrame,
  loadingText,
  receiveShared,
} from '#webview/record/recordFrameState.ts';
import { listenForUndo, RecordFrame, startPage } from '#webview/record/recordFrame.tsx';
import { CohortBody } from './cohortBody.tsx';
import { CohortHead } from './cohortHead.tsx';
import { connectHost, type HostLink } from './connectHost.ts';

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
  const store = new ViewStore(initial, (state) =>
    render(<CohortFrame state={state} store={store} link={link} />, page),
  );
  const link = connectHost((message) => receive(store, message));
  listenForUndo(link);
  startPage(link);
}

function receive(store: ViewStore<CohortState>, message: CohortHostMessage): void {
  switch (message.type) {
    case 'cohort': {
      const { cohort, loadedAt } = message;
      const before = store.state.cohort;
      const isLoaded = loadedAt !== store.state.loadedAt; // else only what is known around it has changed
      store.update({ cohort, loadedAt, ...(isLoaded && { isLoading: false, failure: undefined }) });
      if (before?.count !== cohort.count || before?.calculation !== cohort.calculation)
        store.announce(announcementOf(cohort));
      return;
    }
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

function announcementOf({ header: { title }, count, calculation }: CohortView): string {
  const persons = count === undefined ? '' : formatPersons(count, t);
  return [title, persons, calculation].filter((part) => part !== '').join('; ');
}

interface FrameProps {
  readonly state: CohortState;
  readonly store: ViewStore<CohortState>;
  readonly link: HostLink;
}

function CohortFrame({ state, store, link }: FrameProps) {
  const { cohort, loadedAt, persons, lastPersons } = state;
  const loading = loadingText(state);
  const header = cohort && (
    <CohortHead cohort={cohort} loadedAt={loadedAt} loading={state.isLoading ? loading : ''} link={link} />
  );
  return (
    <RecordFrame state={state} store={store} link={link} header={header}>
      {cohort && (
        <CohortBody
          cohort={cohort}
          persons={persons}
          lastPersons={lastPersons}
          loading={loading}
          link={link}
        />
      )}
    </RecordFrame>
  );
}
