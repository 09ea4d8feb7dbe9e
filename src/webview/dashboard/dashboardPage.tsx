// Puts the page together, and passes messages between it and its host.
import { render } from 'preact';
import type { DashboardHostMessage } from '#protocol/dashboard.ts';
import { setDisplayLanguage } from '#text/localFormat.ts';
import { noAnnouncement } from '#webview/elements/announcement.ts';
import { LiveRegion } from '#webview/elements/liveRegion.tsx';
import { setWords, t } from '#webview/elements/translate.ts';
import { ViewStore } from '#webview/elements/viewStore.ts';
import { AnnounceContext } from './announce.ts';
import type { DashboardState } from './dashboardState.ts';
import { Header } from './header.tsx';
import { connectHost, type HostLink } from './hostMessages.ts';
import { TileGrid } from './tileGrid.tsx';

const initial: DashboardState = {
  dashboard: undefined,
  isLoading: true,
  failure: undefined,
  notice: '',
  announcement: noAnnouncement,
};

export function startDashboard(): void {
  setDisplayLanguage(document.documentElement.lang);
  const page = document.getElementById('page') ?? document.body;
  const store = new ViewStore(initial, (state) =>
    render(<DashboardFrame state={state} store={store} link={link} />, page),
  );
  const link = connectHost((message) => receive(store, message));
  addEventListener('error', ({ message }) => link.post({ type: 'failure', message: message.slice(0, 4000) }));
  setInterval(() => store.update({}), minuteMs); // ages
  link.post({ type: 'ready' });
}

const minuteMs = 60_000;
const noticeMs = 4000;

function receive(store: ViewStore<DashboardState>, message: DashboardHostMessage): void {
  switch (message.type) {
    case 'init':
      setWords(message.words);
      return;
    case 'loading':
      return store.update({ isLoading: true });
    case 'dashboard': {
      const { header, tiles, loadedAt } = message;
      store.update({ dashboard: { header, tiles, loadedAt }, isLoading: false, failure: undefined });
      return store.announce(t('{0}: {1} tiles', header.title, tiles.length));
    }
    case 'header': {
      const { dashboard } = store.state;
      if (!dashboard) return;
      const tiles = dashboard.tiles.filter(({ id }) => message.tileIds.includes(id));
      return store.update({ dashboard: { ...dashboard, header: message.header, tiles } });
    }
    case 'failed': {
      const { message: text, action } = message;
      return store.update({ isLoading: false, failure: { message: text, action } });
    }
    case 'done':
      return showNotice(store, message.message);
  }
}

function showNotice(store: ViewStore<DashboardState>, notice: string): void {
  store.update({ notice });
  store.announce(notice);
  setTimeout(() => store.state.notice === notice && store.update({ notice: '' }), noticeMs);
}

interface FrameProps {
  readonly state: DashboardState;
  readonly store: ViewStore<DashboardState>;
  readonly link: HostLink;
}

function DashboardFrame({ state, store, link }: FrameProps) {
  const { dashboard, failure, notice, isLoading } = state;
  const onNotice = (text: string) => showNotice(store, text);
  return (
    <AnnounceContext.Provider value={(text) => store.announce(text)}>
      {dashboard && (
        <Header header={dashboard.header} loadedAt={dashboard.loadedAt} isLoading={isLoading} link={link} />
      )}
      {failure && <Failure failure={failure} link={link} />}
      {!dashboard && !failure && <p class="nothing">{t('Loading…')}</p>}
      {dashboard && <TileGrid dashboard={dashboard} link={link} onNotice={onNotice} />}
      {notice !== '' && <p class="notice">{notice}</p>}
      <LiveRegion announcement={state.announcement} />
    </AnnounceContext.Provider>
  );
}

interface FailureProps {
  readonly failure: NonNullable<DashboardState['failure']>;
  readonly link: HostLink;
}

function Failure({ failure, link }: FailureProps) {
  const { message, action } = failure;
  return (
    <div class="failure" role="alert">
      <p>{message}</p>
      <button type="button" class="button primary" onClick={() => link.post({ type: 'refresh' })}>
        {t('Retry')}
      </button>
      {action !== undefined && (
        <button
          type="button"
          class="button secondary"
          onClick={() => link.post({ type: 'run', action: 'runErrorAction' })}
        >
          {action}
        </button>
      )}
    </div>
  );
}
