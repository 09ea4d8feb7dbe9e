// The state of each document's save, as people see it: in progress, or failed.
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import { plainText } from '#host/plainText.ts';
import { scheme } from '#manifest.ts';
import { nameInPlace } from '#model/documents/documentUri.ts';

export type SaveState =
  | { readonly kind: 'saving' }
  /** `message` is a sentence for people; `failedAt` in milliseconds since 1970. */
  | { readonly kind: 'failed'; readonly message: string; readonly failedAt: number };

/** A save that ends sooner is not mentioned. */
const slowMs = 300;

export class SaveProgress implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #states = new Map<string, SaveState>();

  /** Fires with a document whose state changed. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#store.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === scheme && !document.isDirty) this.#endFailure(document.uri); // it was reverted
      }),
    );
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#endFailure(uri)));
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Undefined where no save is in progress and the last one did not fail. */
  state(uri: vscode.Uri): SaveState | undefined {
    return this.#states.get(uri.toString());
  }

  /** Shows a slow save in the status bar. Rejects as `save` does. */
  async run(uri: vscode.Uri, save: () => Promise<void>): Promise<void> {
    const ended = Promise.withResolvers<void>();
    const timer = setTimeout(() => showProgress(uri, ended.promise), slowMs);
    this.#set(uri, { kind: 'saving' });
    try {
      await save();
      this.#set(uri, undefined);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // oxlint-disable-next-line no-restricted-properties -- a time of day for people
      this.#set(uri, { kind: 'failed', message, failedAt: Date.now() });
      throw error;
    } finally {
      clearTimeout(timer);
      ended.resolve();
    }
  }

  #endFailure(uri: vscode.Uri): void {
    if (this.state(uri)?.kind === 'failed') this.#set(uri, undefined);
  }

  #set(uri: vscode.Uri, state: SaveState | undefined): void {
    if (state) this.#states.set(uri.toString(), state);
    else this.#states.delete(uri.toString());
    this.#changed.fire(uri);
  }
}

function showProgress(uri: vscode.Uri, ended: Promise<void>): void {
  const title = vscode.l10n.t('Saving “{0}”…', plainText(nameInPlace(uri)));
  void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => ended);
}
