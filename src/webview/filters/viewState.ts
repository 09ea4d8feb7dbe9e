// The state that the page shows around text and structure.
import type { ResultState } from '#protocol/filtersMessages.ts';
import { type Announcement, noAnnouncement } from '#webview/elements/liveRegion.tsx';
import { t } from '#webview/elements/translate.ts';
import { ViewStore } from '#webview/elements/viewStore.ts';
import type { ProblemSummary } from '#webview/filters/problems/statusLineText.ts';

export interface ViewState {
  readonly isReadonly: boolean;
  /** Why the text cannot be changed or saved; undefined where it can. */
  readonly notice: string | undefined;
  /** The notice says why the text cannot be changed or saved. */
  readonly isLocked: boolean;
  /** The project is read-only here. */
  readonly isProtected: boolean;
  /** Undefined until the text is checked. */
  readonly summary: ProblemSummary | undefined;
  readonly problemCount: number;
  /** The number of the problem that the summary is about, from 1; undefined where it is about all of them. */
  readonly problemNumber: number | undefined;
  /** Where the cursor is, in words. */
  readonly cursor: string;
  readonly result: {
    readonly state: ResultState;
    readonly message: string;
    /** The text has unsaved changes. */
    readonly isOfOtherText: boolean;
  };
  readonly save: SaveView;
  readonly announcement: Announcement;
}

interface SaveView {
  readonly state: 'none' | 'saving' | 'failed';
  /** Why it failed, and when; empty otherwise. */
  readonly message: string;
  /** Whether the same text can be saved later. */
  readonly canRetry: boolean;
  /** Whether groups, which newer services reject, can be made a plain list. */
  readonly canFlatten: boolean;
}

export const initialState: ViewState = {
  isReadonly: false,
  notice: undefined,
  isLocked: false,
  isProtected: false,
  summary: undefined,
  problemCount: 0,
  problemNumber: undefined,
  cursor: '',
  result: { state: 'none', message: '', isOfOtherText: false },
  save: { state: 'none', message: '', canRetry: false, canFlatten: false },
  announcement: noAnnouncement,
};

/** What the service says of a rejected text is in the banner of the failed save; the status line has its place. */
export function shownSummary({ summary, save }: ViewState, showsText: boolean): ProblemSummary | undefined {
  if (!showsText && summary?.kind === 'valid') return undefined;
  const isInBanner = save.state === 'failed' && summary?.isOfService;
  return isInBanner ? { ...summary, message: t('Rejected by the service') } : summary;
}

export function summaryText({ message, place }: ProblemSummary): string {
  return place === undefined ? message : `${place}: ${message}`;
}

/** A summary is read when it has not changed for a moment, not at every letter. */
const announceDelayMs = 800;

export class FiltersStore extends ViewStore<ViewState> {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (state: ViewState) => void) {
    super(initialState, onChange);
  }

  /** @param problemNumber of the problem that the summary is about, from 1; undefined where it is about all of them */
  showSummary(summary: ProblemSummary, problemCount: number, problemNumber?: number): void {
    const { state } = this;
    const isSame =
      problemCount === state.problemCount &&
      problemNumber === state.problemNumber &&
      JSON.stringify(summary) === JSON.stringify(state.summary);
    if (isSame) return;
    this.update({ summary, problemCount, problemNumber });
    this.#announceLater(summaryText(summary));
  }

  override announce(text: string): void {
    clearTimeout(this.#timer);
    super.announce(text);
  }

  #announceLater(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (text !== this.state.announcement.text) this.announce(text);
    }, announceDelayMs);
  }
}
