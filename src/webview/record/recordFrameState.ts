// The state that all record pages share: loading, errors, notices.
import type { RecordPageHostMessage } from '#protocol/recordPageMessages.ts';
import { type Announcement, noAnnouncement } from '#webview/elements/announcement.ts';
import { setWords, t } from '#webview/elements/translate.ts';

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
export interface FrameStore {
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
