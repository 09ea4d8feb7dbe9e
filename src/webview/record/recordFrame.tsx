// The frame of every record page: errors, notices and announcements.
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import type { Deletion, RecordPageHostMessage, RecordPageMessage } from '#protocol/recordPageMessages.ts';
import { setDisplayLanguage } from '#text/displayLanguage.ts';
import { AnnounceContext } from '#webview/charts/chartFrame.tsx';
import { postToHost } from '#webview/elements/host/hostConnection.ts';
import { type Announcement, LiveRegion, noAnnouncement } from '#webview/elements/liveRegion.tsx';
import { listenForSelectedText } from '#webview/elements/menu.tsx';
import {
  historyDirection,
  isTextField,
  keepKeysInFields,
  keepUndoInFields,
} from '#webview/elements/pressedKey.ts';
import { reportErrors } from '#webview/elements/reportErrors.ts';
import { setWords, t } from '#webview/elements/translate.ts';

const post: (message: RecordPageMessage) => void = postToHost;

interface RecordFrameProps {
  readonly state: FrameState;
  readonly store: FrameStore;
  readonly header: ComponentChildren;
  readonly deletion?: Deletion | undefined;
  /** Undefined until the record has been loaded for the first time. */
  readonly children: ComponentChildren;
}

export function RecordFrame({ state, store, header, deletion, children }: RecordFrameProps) {
  const { failure, notice } = state;
  const announce = useCallback((text: string) => store.announce(text), [store]);
  return (
    <AnnounceContext.Provider value={announce}>
      {header ?? <h1 class="visually-hidden">{document.title}</h1>}
      {deletion && <DeletedNote deletion={deletion} />}
      {failure && <Failure failure={failure} />}
      {!children && !failure && <p class="nothing">{loadingText(state)}</p>}
      {children}
      {notice !== '' && <p class="notice">{notice}</p>}
      <LiveRegion announcement={state.announcement} />
    </AnnounceContext.Provider>
  );
}

/** Announced by the page. */
function DeletedNote({ deletion: { note, canRestore } }: { readonly deletion: Deletion }) {
  return (
    <div class="deleted">
      <p>{note}</p>
      {canRestore && (
        <button type="button" class="button primary" onClick={() => post({ type: 'restore' })}>
          {t('Restore')}
        </button>
      )}
    </div>
  );
}

function Failure({ failure }: { readonly failure: NonNullable<FrameState['failure']> }) {
  const { message, action } = failure;
  return (
    <div class="failure" role="alert">
      <p>{message}</p>
      <button type="button" class="button primary" onClick={() => post({ type: 'refresh' })}>
        {t('Retry')}
      </button>
      {action !== undefined && (
        <button type="button" class="button secondary" onClick={() => post({ type: 'runErrorAction' })}>
          {action}
        </button>
      )}
    </div>
  );
}

/** Asks for the record, and reports errors of the page. */
export function startPage(): void {
  keepKeysInFields();
  listenForSelectedText();
  setDisplayLanguage(document.documentElement.lang);
  reportErrors((message) => post({ type: 'failure', message }));
  post({ type: 'ready' });
}

/** Outside of fields, the keys for undo and redo do what they do in the tree. */
export function listenForUndo(): void {
  keepUndoInFields();
  document.addEventListener('keydown', (event) => {
    const direction = historyDirection(event);
    if (direction && !isTextField(event.target)) post({ type: 'history', direction });
  });
}

// The state that all record pages share: loading, errors, notices.
export interface FrameState {
  readonly isLoading: boolean;
  /** What a request waits for, as a sentence; may be empty. */
  readonly wait: string;
  readonly failure: { readonly message: string; readonly action: string | undefined } | undefined;
  /** A notice of the last action; empty after a while. */
  readonly notice: string;
  readonly announcement: Announcement;
}

export const initialFrame: FrameState = {
  isLoading: true,
  wait: '',
  failure: undefined,
  notice: '',
  announcement: noAnnouncement,
};

/** The store of a page, whatever else is in it. */
interface FrameStore {
  readonly state: FrameState;
  update(changes: Partial<FrameState>): void;
  announce(text: string): void;
}

const noticeMs = 4000;

/** The text in place of what is being loaded. */
export function loadingText({ wait }: Pick<FrameState, 'wait'>): string {
  return wait || t('Loading…');
}

export function receiveShared(store: FrameStore, message: RecordPageHostMessage): void {
  switch (message.type) {
    case 'init':
      setWords(message.words);
      return;
    case 'loading':
      return store.update({ isLoading: true, wait: '' });
    case 'waiting':
      return store.update({ wait: message.wait });
    case 'failed': {
      const { message: text, action } = message;
      return store.update({ isLoading: false, failure: { message: text, action } });
    }
    case 'done':
      return showNotice(store, message.message);
  }
}

export function showNotice(store: FrameStore, notice: string): void {
  store.update({ notice });
  store.announce(notice);
  setTimeout(() => store.state.notice === notice && store.update({ notice: '' }), noticeMs);
}
