import type * as vscode from 'vscode';
import type { CancellationToken } from 'vscode';

// host/ wraps the editor's API. It does not import the model.
/** Disposes of its items, newest first. */
export class DisposableStore {
  readonly #items: { dispose(): unknown }[] = [];
  #isDisposed = false;

  /** Returns its argument. An item added after `dispose` is disposed of immediately. */
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

/** Whether a panel is closed, also while it is still being set up. */
export function watchDisposal(panel: vscode.WebviewPanel): () => boolean {
  let isGone = false;
  panel.onDidDispose(() => (isGone = true));
  return () => isGone;
}

/** Turns the editor's cancellation into the platform's; the only place that does. */
export function toAbortSignal(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
