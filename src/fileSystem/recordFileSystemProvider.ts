// fileSystem/ is the `cohortdeck:` file system: parts of a record as documents. The editor owns the text from there on:
// dirty dots, undo, save, hot exit, diff. What is registered here is small; the rest is loaded by the first document.
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import type { StoppedPages } from '#host/pages/stoppedPages.ts';
import { findTextDocument, isUnsaved } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import { parsePagePlace, parsePlace } from '#model/documents/documentUri.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import { RecentMap } from '#model/storage/recentMap.ts';
import type { RecordFileSystem } from './recordFileSystem.ts';
import { SaveFailure, SaveProgress, type SaveProgressDeps } from './saveProgress.ts';

/** The editor gives up on a save that takes longer to reach the file system. */
const maxSaveMs = 30_000;

/** Documents that are read without an editor are never closed. */
const maxKnown = 1000;

/** A save of an editor. */
interface StartedSave {
  readonly reason: vscode.TextDocumentSaveReason;
  readonly startedAt: number;
}

export class RecordFileSystemProvider implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #load: () => Promise<RecordFileSystem>;
  /** Undefined until a document has been read. */
  #files: RecordFileSystem | undefined;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly #readonlyChanged = this.#store.add(new vscode.EventEmitter<vscode.Uri>());
  /** Why a document cannot be edited; undefined if it can. */
  readonly #readonly = new RecentMap<string, string | undefined>(maxKnown);
  readonly #started = new RecentMap<string, StartedSave>(maxKnown);
  /** Documents whose save has just failed without an error for VS Code: a page or a message shows it. */
  readonly #keptUnsaved = new Set<string>();
  readonly #pages: Pick<StoppedPages, 'mayHoldMore'>;
  readonly saves: SaveProgress;

  readonly onDidChangeFile = this.#changed.event;
  /** Fires with a document whose `readonlyReason` or `outdatedReason` may have changed, or that can or cannot be saved now. */
  readonly onDidChangeReadonly = this.#readonlyChanged.event;

  constructor(
    load: () => Promise<RecordFileSystem>,
    saves: SaveProgressDeps,
    pages: Pick<StoppedPages, 'mayHoldMore'>,
  ) {
    this.#pages = pages;
    this.#load = async () => (this.#files = await load());
    this.saves = this.#store.add(new SaveProgress(saves));
    this.#store.add(vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }));
    this.#store.add(
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme === scheme)
          this.#started.set(uri.toString(), { reason, startedAt: performance.now() });
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Has the editor read again what is open of a record and has no unsaved changes. */
  fireChanged(ref: RecordRef): void {
    this.#fireChanged((other) => isSameRecord(other, ref));
  }

  /** The same for all documents: whether they can be edited or saved may have changed. */
  fireAllChanged(): void {
    this.#fireChanged(() => true);
  }

  #fireChanged(isWanted: (ref: RecordRef) => boolean): void {
    const documents = vscode.workspace.textDocuments.filter(({ uri }) => {
      const ref = uri.scheme === scheme ? parsePlace(uri) : undefined;
      return ref !== undefined && isWanted(ref);
    });
    if (documents.length === 0) return;
    this.#changed.fire(documents.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
    // The editor reads no document with unsaved changes.
    for (const document of documents) if (isUnsaved(document)) this.#readonlyChanged.fire(document.uri);
  }

  /** Why the document with unsaved changes will not be saved as it is; undefined if nothing newer is known. */
  outdatedReason(uri: vscode.Uri): string | undefined {
    if (!this.#files?.isOutdated(uri) || !isUnsaved(findTextDocument(uri))) return undefined;
    return vscode.l10n.t('This was changed on the service. Save to merge or overwrite.');
  }

  /** Why the document cannot be edited; undefined if it can, or if that is not known yet. */
  readonlyReason(uri: vscode.Uri): string | undefined {
    return this.#readonly.get(uri.toString());
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined }; // every change that is known comes from the catalog's events
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    if (parsePagePlace(uri) ?? parsePagePlace(uri, 'persons')) return pageStat;
    const files = await this.#load();
    // VS Code asks before each save, and once after one that ended without an error.
    const isForSave = this.#takeKeptUnsaved(uri) || this.#isBeforeSave(uri);
    const version = isForSave && files.statForSave(uri);
    if (version) return version;
    const { readonlyReason, ...stat } = await files.stat(uri);
    const key = uri.toString();
    const isOther = this.#readonly.has(key) && this.#readonly.get(key) !== readonlyReason;
    this.#readonly.set(key, readonlyReason);
    if (isOther) this.#readonlyChanged.fire(uri);
    return stat;
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const files = await this.#load();
    const wasOutdated = files.isOutdated(uri);
    const content = await files.readFile(uri);
    if (wasOutdated) this.#readonlyChanged.fire(uri);
    return content;
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    if (this.#pages.mayHoldMore(uri, content)) {
      this.#started.delete(uri.toString());
      throw new SaveFailure(
        vscode.l10n.t(
          'The page of this document is from before the extension host restarted. Reopen the page, then save again.',
        ),
      );
    }
    const key = uri.toString();
    const save = this.#saveOf(uri);
    try {
      const isChecked = !save || isCompared(uri);
      const failure = await this.saves.run(uri, async () =>
        (await this.#load()).writeFile(uri, content, { reason: save?.reason, isChecked }),
      );
      if (failure) this.#keptUnsaved.add(key);
    } finally {
      if (this.#started.get(key) === save) this.#started.delete(key);
      this.#readonlyChanged.fire(uri); // a save ends the message about a newer version, or begins it
    }
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: vscode.Uri): void {
    if (isFolder(uri)) return; // it exists as long as its records do
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** True once after a failed save. */
  #takeKeptUnsaved(uri: vscode.Uri): boolean {
    return this.#keptUnsaved.delete(uri.toString());
  }

  #isBeforeSave(uri: vscode.Uri): boolean {
    return this.#saveOf(uri) !== undefined && !isCompared(uri);
  }

  /** The save of an editor that is on its way to `writeFile`. */
  #saveOf(uri: vscode.Uri): StartedSave | undefined {
    const save = this.#started.get(uri.toString());
    return save && performance.now() - save.startedAt < maxSaveMs ? save : undefined;
  }
}

/** Whether a save comes from the editor's own comparison with a newer version: the editor asked the person by itself. */
function isCompared(uri: vscode.Uri): boolean {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff)) return false;
  return input.original.scheme === 'conflictResolution' && input.modified.toString() === uri.toString();
}

/** A page has its own editor and no content to read. */
const pageStat: vscode.FileStat = {
  type: vscode.FileType.File,
  ctime: 0,
  mtime: 0,
  size: 0,
  permissions: vscode.FilePermission.Readonly,
};

/** The folders above a document: the editor looks at them before it writes. */
function isFolder({ path }: vscode.Uri): boolean {
  return /^\/([^/]+(\/(dashboards|cohorts)(\/\d+)?)?)?\/?$/.test(path);
}
