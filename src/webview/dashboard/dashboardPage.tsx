// Puts the page together, and passes messages between it and its host.
import { render } from 'preact';
import { useCallback } from 'preact/hooks';
import type { DashboardHostMessage } from '#protocol/dashboardMessages.ts';
import { Hatches } from '#webview/charts/hatch.tsx';
import { t } from '#webview/elements/translate.ts';
import { ViewStore } from '#webview/elements/viewStore.ts';
import { initialFrame, loadingText, receiveShared, showNotice } from '#webview/record/recordFrameState.ts';
import { listenForUndo, RecordFrame, startPage } from '#webview/record/recordFrame.tsx';
import type { DashboardState, ShownDashboard } from './dashboardState.ts';
import { DashboardHead } from './dashboardHead.tsx';
import { connectHost, type HostLink } from './connectHost.ts';
import { TileGrid } from './tileGrid.tsx';

export function startDashboard(): void {
  const page = document.getElementById('page') ?? document.body;
  const store = new ViewStore<DashboardState>(
    { ...initialFrame, dashboard: undefined, shownTile: undefined },
    (state) => render(<DashboardFrame state={state} store={store} link={link} />, page),
  );
  const link = connectHost((message) => receive(store, message));
  listenForUndo(link);
  startPage(link);
}

function receive(store: ViewStore<DashboardState>, message: DashboardHostMessage): void {
  const { dashboard } = store.state;
  switch (message.type) {
    case 'dashboard': {
      const { header, tiles, hasUnreadTiles, loadedAt } = message;
      store.update({
        dashboard: { header, tiles, hasUnreadTiles, loadedAt },
        isLoading: false,
        failure: undefined,
      });
      return store.announce(tilesSentence(header.title, tiles.length));
    }
    case 'header': {
      if (!dashboard) return;
      const tiles = dashboard.tiles.filter(({ id }) => message.tileIds.includes(id));
      return store.update({ dashboard: { ...dashboard, header: message.header, tiles } });
    }
    case 'gone':
      return store.update({ dashboard: dashboard && withoutEditing(dashboard) });
    case 'showTile': {
      const tile = dashboard?.tiles.find(({ id }) => id === message.tile);
      if (!tile) return;
      store.update({ shownTile: { id: tile.id } });
      return store.announce(t('Tile {0}', tile.title));
    }
    case 'init':
    case 'loading':
    case 'waiting':
    case 'failed':
    case 'done':
      return receiveShared(store, message);
  }
}

function tilesSentence(title: string, count: number): string {
  return count === 1 ? t('{0}: 1 tile', title) : t('{0}: {1} tiles', title, count);
}

/** The message above the tiles says why. */
function withoutEditing({ header, ...shown }: ShownDashboard): ShownDashboard {
  const readonlyReason = t('This dashboard can no longer be edited.');
  return { ...shown, header: { ...header, canEdit: false, readonlyReason } };
}

interface FrameProps {
  readonly state: DashboardState;
  readonly store: ViewStore<DashboardState>;
  readonly link: HostLink;
}

function DashboardFrame({ state, store, link }: FrameProps) {
  const { dashboard } = state;
  const loading = state.isLoading ? loadingText(state) : '';
  const header = dashboard && (
    <DashboardHead header={dashboard.header} loadedAt={dashboard.loadedAt} loading={loading} link={link} />
  );
  const onNotice = useCallback((text: string) => showNotice(store, text), [store]);
  const onContinue = useCallback(() => store.update({ shownTile: undefined }), [store]);
  return (
    <RecordFrame state={state} store={store} link={link} header={header}>
      {dashboard && (
        <>
          <Hatches />
          <TileGrid
            dashboard={dashboard}
            shownTile={state.shownTile}
            link={link}
            onNotice={onNotice}
            onContinue={onContinue}
          />
        </>
      )}
    </RecordFrame>
  );
}
