import { ViewStore } from '#webview/elements/viewStore.ts';
import type { ProblemSummary } from '#webview/filters/problems/statusLineText.ts';
import { initialState, summaryText, type ViewState } from './viewState.ts';

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
