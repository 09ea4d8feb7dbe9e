import { initialState, type TableState } from './tableState.ts';

const messageMs = 6000;

/** Holds the page's state, and has the page rendered when it changes. */
export class TableStore {
  readonly #onChange: (state: TableState) => void;
  #state = initialState;
  #messageTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (state: TableState) => void) {
    this.#onChange = onChange;
  }

  get state(): TableState {
    return this.#state;
  }

  update(changes: Partial<TableState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#onChange(this.#state);
  }

  /** The file is read again. */
  reset(): void {
    const { reading, announcement } = this.#state;
    this.update({ ...initialState, reading: reading + 1, announcement });
  }

  /** Shown for some seconds, and read by screen readers. */
  showMessage(message: string): void {
    this.update({ message });
    this.announce(message);
    clearTimeout(this.#messageTimer);
    this.#messageTimer = setTimeout(() => this.clearMessage(), messageMs);
  }

  clearMessage(): void {
    clearTimeout(this.#messageTimer);
    if (this.#state.message !== '') this.update({ message: '' });
  }

  announce(text: string): void {
    this.update({ announcement: { id: this.#state.announcement.id + 1, text } });
  }
}
