// files/ is the `cohortdeck:` file system: a record's filters as a document. The editor owns the text from there on:
// dirty dots, undo, save, hot exit, diff.
import * as vscode from 'vscode';
import { DisposableStore } from '../host/disposables.ts';
import { describeFailure, errorKind } from '../host/failure.ts';
import { scheme } from '../manifest.ts';
import type { Catalog } from '../model/catalog.ts';
import { parseFiltersPlace } from '../model/documents.ts';
import { FiltersConflict, type FiltersState, type FiltersStore } from '../model/filtersStore.ts';
import { JsonTextError } from '../model/jsonMember.ts';
import { lineColumnOf } from '../model/jsonText.ts';
import { describeJsonProblem } from '../model/jsonWords.ts';
import { nameOf } from '../model/records.ts';
import { isSameRecord, type RecordRef } from '../model/refs.ts';

const { t } = vscode.l10n;

export class RecordFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #filters: FiltersStore;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());

  readonly #readonlyChanged = this.#store.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #viewOnly = new Map<string, boolean>();

  readonly onDidChangeFile = this.#changed.event;
  /** Names a document for which `readonlyReason` has another answer now. */
  readonly onDidChangeReadonly = this.#readonlyChanged.event;

  constructor(filters: FiltersStore, catalog: Catalog) {
    this.#filters = filters;
    this.#store.add(
      catalog.onDidChange((change) => {
        const record = change.kind === 'record' ? catalog.get(change.ref) : undefined;
        if (change.kind === 'record' && record) filters.notice(change.ref, record);
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
    const ref = parseFiltersPlace(uri);
    const state = ref && this.#filters.known(ref);
    return state?.isViewOnly ? t('This key may view the dashboard, not edit it.') : undefined;
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined }; // the catalog's events tell of every change there is to hear of
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { mtime, ctime, size, isViewOnly } = await this.#ask(uri, (ref) => this.#filters.stat(ref));
    const type = vscode.FileType.File;
    return isViewOnly
      ? { type, mtime, ctime, size, permissions: vscode.FilePermission.Readonly }
      : { type, mtime, ctime, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { text } = await this.#ask(uri, (ref) => this.#filters.read(ref));
    return Buffer.from(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const ref = requireRef(uri);
    const text = new TextDecoder().decode(content);
    try {
      await this.#filters.write(ref, text);
    } catch (error) {
      if (error instanceof FiltersConflict) void askAboutConflict(uri, ref, this.#filters);
      throw toFileSystemError(uri, error, text, ref.connectionId);
    }
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  async #ask(uri: vscode.Uri, ask: (ref: RecordRef) => Promise<FiltersState>): Promise<FiltersState> {
    const ref = requireRef(uri);
    try {
      const state = await ask(ref);
      const before = this.#viewOnly.get(uri.toString());
      this.#viewOnly.set(uri.toString(), state.isViewOnly);
      if (before !== undefined && before !== state.isViewOnly) this.#readonlyChanged.fire(uri);
      return state;
    } catch (error) {
      throw toFileSystemError(uri, error, '', ref.connectionId);
    }
  }
}

/** Asks what is to happen to a text that was made from an older one. Closing the message keeps editing. */
async function askAboutConflict(uri: vscode.Uri, ref: RecordRef, filters: FiltersStore): Promise<void> {
  const record = filters.known(ref)?.record;
  const name = (record && nameOf(record)) ?? t('#{0}', ref.id);
  const compare = t('Compare');
  const overwrite = t('Overwrite');
  const message = t(
    'The filters of “{0}” were changed on the service since you opened them. Nothing was overwritten, and your text is still here.',
    name,
  );
  const choice = await vscode.window.showWarningMessage(message, compare, overwrite);
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (choice === overwrite && document) {
    filters.approveOverwrite(ref);
    await document.save();
  } else if (choice === compare) {
    const theirs = uri.with({ scheme: remoteScheme });
    await vscode.commands.executeCommand('vscode.diff', theirs, uri, t('{0}: service ↔ yours', name));
  }
}

/** Read-only documents that show what the service has now, beside a text that is being edited. */
const remoteScheme = `${scheme}-service`;

export function registerRecordFileSystem(files: RecordFileSystem, filters: FiltersStore): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true }),
    vscode.workspace.registerTextDocumentContentProvider(remoteScheme, {
      provideTextDocumentContent: async (uri) => (await filters.stat(requireRef(uri))).text,
    }),
  );
}

function requireRef(uri: vscode.Uri): RecordRef {
  const ref = parseFiltersPlace(uri);
  if (!ref) throw vscode.FileSystemError.FileNotFound(uri);
  return ref;
}

/** The editor shows the message behind “Failed to save …”, and keeps the text. */
function toFileSystemError(uri: vscode.Uri, error: unknown, text: string, connectionId: string): Error {
  if (error instanceof JsonTextError) {
    const { line, column } = lineColumnOf(text, error.problem.offset);
    const what = describeJsonProblem(error.problem, t);
    return vscode.FileSystemError.Unavailable(
      t('{0} (line {1}, column {2}) Nothing was sent.', what, line, column),
    );
  }
  if (error instanceof FiltersConflict) {
    return vscode.FileSystemError.Unavailable(
      t('They were changed on the service meanwhile. Nothing was overwritten.'),
    );
  }
  if (errorKind(error) === 'notFound') {
    const gone = vscode.FileSystemError.FileNotFound(uri);
    gone.message = describeFailure(error).message;
    return gone;
  }
  return vscode.FileSystemError.Unavailable(describeFailure(error, connectionId).message);
}
