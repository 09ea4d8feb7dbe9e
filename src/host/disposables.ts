// host/ wraps the editor's own things, with no word of dashboards or cohorts in it.
import type { Disposable } from 'vscode';

/** Disposes of what was added, newest first. */
export class DisposableStore {
  readonly #items: { dispose(): unknown }[] = [];
  #isDisposed = false;

  /** Gives its argument back. What comes after the end is disposed of at once. */
  add<T extends { dispose(): unknown }>(item: T): T {
    if (this.#isDisposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const item of this.#items.splice(0).toReversed()) item.dispose();
  }
}

export function toDisposable(dispose: () => void): Disposable {
  return { dispose };
}
