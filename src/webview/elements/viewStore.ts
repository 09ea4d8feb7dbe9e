import type { Announcement } from './liveRegion.tsx';

/** Holds what a page shows, and has the page rendered when it changes. */
export class ViewStore<State extends { readonly announcement: Announcement }> {
  readonly #onChange: (state: State) => void;
  #state: State;

  constructor(initial: State, onChange: (state: State) => void) {
    this.#state = initial;
    this.#onChange = onChange;
  }

  get state(): State {
    return this.#state;
  }

  update(changes: Partial<State>): void {
    this.#state = { ...this.#state, ...changes };
    this.#onChange(this.#state);
  }

  /** Announces a text to screen readers. */
  announce(text: string): void {
    const announcement = { id: this.#state.announcement.id + 1, text };
    this.#state = { ...this.#state, announcement };
    this.#onChange(this.#state);
  }
}
