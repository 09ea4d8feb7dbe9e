// Watches the file that a table shows: whether it is still the one that was read.
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import type { TableHostMessage } from '#protocol/tableMessages.ts';

const checkDelayMs = 200;

type FileState = Extract<TableHostMessage, { readonly type: 'file' }>['state'];

interface WatchedFileOptions {
  /** Undefined while no table is open. */
  readonly read: () => Promise<FileState | undefined>;
  readonly show: (state: FileState) => void;
}

export class WatchedFile implements vscode.Disposable {
  readonly #options: WatchedFileOptions;
  readonly #store = new DisposableStore();
  #timer: NodeJS.Timeout | undefined;
  /** As it was shown last. */
  #state: FileState = 'same';
  /** Counts the readings. */
  #reading = 0;

  constructor(uri: vscode.Uri, panel: vscode.WebviewPanel, options: WatchedFileOptions) {
    this.#options = options;
    const folder = vscode.Uri.joinPath(uri, '..');
    const watcher = this.#store.add(
      vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*')),
    );
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
      this.#store.add(event((changed) => changed.fsPath === uri.fsPath && this.#checkSoon()));
    }
    this.#store.add(panel.onDidChangeViewState(() => panel.visible && this.#checkSoon()));
  }

  /** The file is read again. */
  reset(): void {
    this.#reading++;
    this.#state = 'same';
  }

  /** A file that was not read to its end stays so until it is read again. */
  show(state: FileState): void {
    if (state === this.#state || this.#state === 'broken') return;
    this.#state = state;
    this.#options.show(state);
  }

  /** The page has been reset. */
  repeat(): void {
    this.#options.show(this.#state);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#store.dispose();
  }

  #checkSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), checkDelayMs);
  }

  async #check(): Promise<void> {
    const reading = this.#reading;
    const state = await this.#options.read();
    if (state !== undefined && reading === this.#reading) this.show(state);
  }
}
