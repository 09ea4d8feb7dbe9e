// Puts the page together, and passes messages between it and its host.
import { render } from 'preact';
import { useCallback } from 'preact/hooks';
import type { DashboardHostMessage, DashboardHeader } from '#protocol/dashboardMessages.ts';
import { Hatches } from '#webview/charts/hatch.tsx';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { ViewStore } from '#webview/elements/viewStore.ts';
import { FieldEdits, openAsFile } from '#webview/record/fieldEdits.ts';
import { InlineEdit } from '#webview/record/inlineEdit.tsx';
import {
  initialFrame,
  listenForUndo,
  loadingText,
  receiveShared,
  RecordFrame,
  showNotice,
  startPage,
} from '#webview/record/recordFrame.tsx';
import { Owner, RecordHeader } from '#webview/record/recordHeader.tsx';
import { connectDashboardHost, postDashboard } from './connectHost.ts';
import type { DashboardState } from './dashboardState.ts';
import { PageMemory } from './pageMemory.ts';
import { TileGrid } from './tileGrid.tsx';

export function startDashboard(): void {
  const page = document.getElementById('page') ?? document.body;
  const edits = new FieldEdits();
  const store = new ViewStore<DashboardState>(
    { ...initialFrame, dashboard: undefined, shownTile: undefined },
    (state) => render(<DashboardFrame state={state} store={store} edits={edits} memory={memory} />, page),
  );
  const link = connectDashboardHost((message) => receive(message, { store, edits, link }), edits);
  const memory = new PageMemory(link);
  listenForUndo();
  startPage();
}

interface Receiver {
  readonly store: ViewStore<DashboardState>;
  readonly edits: FieldEdits;
  readonly link: ReturnType<typeof connectDashboardHost>;
}

function receive(message: DashboardHostMessage, { store, edits, link }: Receiver): void {
  const { dashboard } = store.state;
  switch (message.type) {
    case 'dashboard': {
      const { header, tiles, hasUnreadTiles, loadedAt } = message;
      if (!dashboard) openAsFile(edits.take(link, fieldsOf(header)));
      store.update({
        dashboard: { header, tiles, hasUnreadTiles, loadedAt },
        isLoading: false,
        failure: undefined,
      });
      return store.announce(header.deletion?.note ?? tilesSentence(header.title, tiles.length));
    }
    case 'header': {
      if (!dashboard) return;
      const tiles = dashboard.tiles.filter(({ id }) => message.tileIds.includes(id));
      return store.update({ dashboard: { ...dashboard, header: message.header, tiles } });
    }
    case 'edited':
      return edits.ended(message.field);
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

function fieldsOf({ name, description, tagsText }: DashboardHeader): ReadonlyMap<string, string> {
  return new Map(Object.entries({ name, description, tags: tagsText }));
}

function tilesSentence(title: string, count: number): string {
  return count === 1 ? t('{0}: 1 tile', title) : t('{0}: {1} tiles', title, count);
}

interface FrameProps {
  readonly state: DashboardState;
  readonly store: ViewStore<DashboardState>;
  readonly edits: FieldEdits;
  readonly memory: PageMemory;
}

function DashboardFrame({ state, store, edits, memory }: FrameProps) {
  const { dashboard } = state;
  const loading = state.isLoading ? loadingText(state) : '';
  const header = dashboard && (
    <DashboardHead header={dashboard.header} loadedAt={dashboard.loadedAt} loading={loading} edits={edits} />
  );
  const onNotice = useCallback((text: string) => showNotice(store, text), [store]);
  const onContinue = useCallback(() => store.update({ shownTile: undefined }), [store]);
  return (
    <RecordFrame state={state} store={store} header={header} deletion={dashboard?.header.deletion}>
      {dashboard && (
        <>
          <Hatches />
          <TileGrid
            dashboard={dashboard}
            shownTile={state.shownTile}
            memory={memory}
            onNotice={onNotice}
            onContinue={onContinue}
          />
        </>
      )}
    </RecordFrame>
  );
}

// The header of a dashboard's page: title, description and tags, edited in place; who can edit; the age of
// its data.
interface DashboardHeadProps {
  readonly header: DashboardHeader;
  readonly loadedAt: number;
  readonly loading: string;
  readonly edits: FieldEdits;
}

function DashboardHead({ header, loadedAt, loading, edits }: DashboardHeadProps) {
  const { tags, tagsText, canEdit } = header;
  return (
    <RecordHeader
      {...header}
      loadedAt={loadedAt}
      loading={loading}
      edits={edits}
      onEdit={(field, value, before) => postDashboard({ type: 'edit', field, value, before })}
      onRefresh={() => postDashboard({ type: 'refresh' })}
      buttons={header.deletion ? null : <HeaderButtons {...header} />}
    >
      {(tags.length > 0 || canEdit) && (
        <InlineEdit
          field="tags"
          isList
          edits={edits}
          label={t('Tags')}
          value={tagsText}
          canEdit={canEdit}
          onSave={(value, before) => postDashboard({ type: 'edit', field: 'tags', value, before })}
        >
          {tags.length === 0 && <span class="faint">{t('Add tags')}</span>}
          {tags.map((tag) => (
            <span class="tag" key={tag} title={tag}>
              {tag}{' '}
            </span>
          ))}
        </InlineEdit>
      )}
      <Owner owner={header.owner} />
      <Access {...header} />
      {header.isPinned && !canEdit && <span class="faint">{t('Pinned')}</span>}
      {header.readonlyReason !== undefined && <span class="faint">{header.readonlyReason}</span>}
    </RecordHeader>
  );
}

function HeaderButtons({ isPinned, canEdit, hasWebPage }: DashboardHeader) {
  const run = (action: 'pin' | 'unpin' | 'editFilters' | 'openInBrowser') => () =>
    postDashboard({ type: 'run', action });
  return (
    <>
      {canEdit && (
        <Button icon="pin" label={t('Pin')} isPressed={isPinned} onClick={run(isPinned ? 'unpin' : 'pin')} />
      )}
      <Button icon="filter" label={t('Edit Filters')} onClick={run('editFilters')} />
      {hasWebPage && <Button icon="open" label={t('Open in Browser')} onClick={run('openInBrowser')} />}
    </>
  );
}

function Access({ access, canEdit }: DashboardHeader) {
  if (access === undefined) return null;
  const text = access === 'everyone' ? t('Everyone can edit') : t('Only collaborators can edit');
  if (!canEdit) return <span class="faint">{text}</span>;
  return (
    <button
      type="button"
      class="fact-button"
      onClick={() => postDashboard({ type: 'run', action: 'setAccess' })}
    >
      {text}
    </button>
  );
}
