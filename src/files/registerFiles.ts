// files/ is the `cohortdeck:` file system: a record's filters as a document. The editor owns the text from there on:
// dirty dots, undo, save, hot exit, diff. What is registered here is small; the rest is loaded by the first document.
import * as vscode from 'vscode';
import { DisposableStore } from '../host/disposables.ts';
import { scheme } from '../manifest.ts';
import { parseFiltersPlace } from '../model/documents.ts';
import { isSameRecord, type RecordRef } from '../model/refs.ts';
import type { RecordFileSystem } from './recordFileSystem.ts';

/** Read-only documents that show what the service has, for comparing. */
export const remoteScheme = `${scheme}-service`;

export class RecordFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #load: () => Promise<RecordFileSystem>;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly #readonlyChanged = this.#store.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #readonly = new Map<string, boolean>();

  readonly onDidChangeFile = this.#changed.event;
  /** Names a document for which `readonlyReason` has another answer now. */
  readonly onDidChangeReadonly = this.#readonlyChanged.event;

  constructor(load: () => Promise<RecordFileSystem>) {
    this.#load = load;
    this.#store.add(vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }));
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(remoteScheme, {
        provideTextDocumentContent: async (uri) => (await load()).readRemote(uri),
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Tells the editor that the service's text of a record changed, so that it reads what is open and not dirty again. */
  fireChanged(ref: RecordRef): void {
    const documents = vscode.workspace.textDocuments.filter(({ uri }) => {
      const other = uri.scheme === scheme ? parseFiltersPlace(uri) : undefined;
      return other !== undefined && isSameRecord(other, ref);
    });
    if (documents.length === 0) return;
    this.#changed.fire(documents.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  /** Why the document cannot be edited; undefined where it can, or is not known yet. */
  readonlyReason(uri: vscode.Uri): string | undefined {
    return this.#readonly.get(uri.toString())
      ? vscode.l10n.t('This key may view the dashboard, not edit it.')
      : undefined;
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined }; // the catalog's events tell of every change there is to hear of
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const stat = await (await this.#load()).stat(uri);
    const isReadonly = stat.permissions === vscode.FilePermission.Readonly;
    const before = this.#readonly.get(uri.toString());
    this.#readonly.set(uri.toString(), isReadonly);
    if (before !== undefined && before !== isReadonly) this.#readonlyChanged.fire(uri);
    return stat;
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#load()).readFile(uri);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await (await this.#load()).writeFile(uri, content);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: vscode.Uri): void {
    if (isFolder(uri)) return; // it is there as soon as its records are
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

/** The folders above a document: the editor looks at them before it writes. */
function isFolder({ path }: vscode.Uri): boolean {
  return /^\/([^/]+(\/(dashboards|cohorts)(\/\d+)?)?)?\/?$/.test(path);
}
