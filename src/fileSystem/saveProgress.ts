// The status of each document’s save, as people see it: in progress, or failed.
import * as vscode from 'vscode';

export type SaveStatus =
  | { readonly kind: 'saving' }
  /** `message` is a sentence for people; `failedAt` in milliseconds since 1970. */
  | { readonly kind: 'failed'; readonly message: string; readonly failedAt: number };

export class SaveProgress implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #states = new Map<string, SaveStatus>();

  /** Fires with a document whose state changed. */
  readonly onDidChange = this.#changed.event;

  dispose(): void {
    this.#changed.dispose();
  }

  /** Undefined where no save is in progress and the last one did not fail. */
  state(uri: vscode.Uri): SaveStatus | undefined {
    return this.#states.get(uri.toString());
  }

  /** `save` resolves with why the text stays unsaved; rejects as it does. */
  async run(uri: vscode.Uri, save: () => Promise<string | undefined>): Promise<void> {
    this.set(uri, { kind: 'saving' });
    try {
      this.#end(uri, await save());
    } catch (error) {
      this.#end(uri, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  #end(uri: vscode.Uri, message: string | undefined): void {
    // oxlint-disable-next-line no-restricted-properties -- a time of day for people
    this.set(uri, message === undefined ? undefined : { kind: 'failed', message, failedAt: Date.now() });
  }

  set(uri: vscode.Uri, state: SaveStatus | undefined): void {
    if (state) this.#states.set(uri.toString(), state);
    else this.#states.delete(uri.toString());
    this.#changed.fire(uri);
  }
}
