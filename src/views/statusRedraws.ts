import type * as vscode from 'vscode';

/** A failure and the status that it causes are a few milliseconds apart. */
const mergedMs = 100;

/**
 * Redraws the row of a connection once for changes that come together. VS Code cannot redraw a row without all that is below
 * it, and until it has drawn that again, a key on a record has no item: with 10,000 records that takes seconds.
 */
export class StatusRedraws implements vscode.Disposable {
  readonly #redraw: (connectionId: string) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(redraw: (connectionId: string) => void) {
    this.#redraw = redraw;
  }

  add(connectionId: string): void {
    if (this.#timers.has(connectionId)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(connectionId);
      this.#redraw(connectionId);
    }, mergedMs);
    this.#timers.set(connectionId, timer);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
