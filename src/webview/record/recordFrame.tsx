// The frame of every record page: errors, notices and announcements.
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import type { RecordPageMessage } from '#protocol/recordPageMessages.ts';
import { setDisplayLanguage } from '#text/displayLanguage.ts';
import { AnnounceContext } from '#webview/charts/announceContext.ts';
import { reportErrors } from '#webview/elements/reportErrors.ts';
import type { HostLine } from '#webview/elements/host/hostConnection.ts';
import { isTextField } from '#webview/elements/isTextField.ts';
import { LiveRegion } from '#webview/elements/liveRegion.tsx';
import { t } from '#webview/elements/translate.ts';
import { historyDirection, keepUndoInFields } from '#webview/elements/undoKeys.ts';
import { type FrameState, type FrameStore, loadingText } from './recordFrameState.ts';

type RecordHostLink = Pick<HostLine<RecordPageMessage>, 'post'>;

interface RecordFrameProps {
  readonly state: FrameState;
  readonly store: FrameStore;
  readonly link: RecordHostLink;
  readonly header: ComponentChildren;
  /** Undefined until the record has been loaded for the first time. */
  readonly children: ComponentChildren;
}

export function RecordFrame({ state, store, link, header, children }: RecordFrameProps) {
  const { failure, notice } = state;
  const announce = useCallback((text: string) => store.announce(text), [store]);
  return (
    <AnnounceContext.Provider value={announce}>
      {header ?? <h1 class="visually-hidden">{document.title}</h1>}
      {failure && <Failure failure={failure} link={link} />}
      {!children && !failure && <p class="nothing">{loadingText(state)}</p>}
      {children}
      {notice !== '' && <p class="notice">{notice}</p>}
      <LiveRegion announcement={state.announcement} />
    </AnnounceContext.Provider>
  );
}

interface FailureProps {
  readonly failure: NonNullable<FrameState['failure']>;
  readonly link: RecordHostLink;
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
        <button type="button" class="button secondary" onClick={() => link.post({ type: 'runErrorAction' })}>
          {action}
        </button>
      )}
    </div>
  );
}

/** Asks for the record, and reports errors of the page. */
export function startPage(link: RecordHostLink): void {
  setDisplayLanguage(document.documentElement.lang);
  reportErrors((message) => link.post({ type: 'failure', message }));
  link.post({ type: 'ready' });
}

/** Outside of fields, the keys for undo and redo do what they do in the tree. */
export function listenForUndo(link: RecordHostLink): void {
  keepUndoInFields();
  document.addEventListener('keydown', (event) => {
    const direction = historyDirection(event);
    if (direction && !isTextField(event.target)) link.post({ type: 'history', direction });
  });
}
