// What happens when a record's document is read or written. The service is asked before it is written to, so that the
// person decides about a change that somebody else made; the editor's own check of versions knows less.
import * as vscode from 'vscode';
import { isApiError } from '#api/apiError.ts';
import { showError } from '#host/showError.ts';
import { scheme } from '#manifest.ts';
import { DocumentConflict, DocumentDeleted } from '#model/documents/saveErrors.ts';
import { nameInPlace, parsePlace } from '#model/documents/documentUri.ts';
import type { DocumentState, OpenDocument } from '#model/documents/documentState.ts';
import type { DocumentStore } from '#model/documents/documentStore.ts';
import type { Subscription } from '#model/storage/emitter.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { ReportedVersions } from '#model/documents/reportedVersions.ts';
import type { Trashed } from '#model/records/trash.ts';
import { Conflicts } from './conflicts.ts';
import { askAboutDeleted, type Deleted, describeDeleted, tellDeleted } from './deletedRecord.ts';
import { ReadonlyStatus } from './readonlyStatus.ts';
import { mergingError, offerRemedy, toFileSystemError } from './saveErrorMessage.ts';

const { t } = vscode.l10n;

export interface FileSystemContext {
  readonly store: DocumentStore;
  /** Ends with the file system. */
  readonly following: Subscription;
  readonly restore: (ref: RecordRef) => Promise<void>;
  /** What is remembered of a record that was deleted from here. */
  readonly trashed: (ref: RecordRef) => Trashed | undefined;
  /** Has the editor read the documents of a record again. */
  readonly reread: (ref: RecordRef) => void;
  readonly connectionName: (connectionId: string) => string;
  readonly log: vscode.LogOutputChannel;
}

/** What the service had against a text, and where. */
export interface Refusal {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly message: string;
  /** As the service names it; undefined where it names no place. */
  readonly attr: string | undefined;
}

export interface DocumentStat extends vscode.FileStat {
  readonly readonlyReason: string | undefined;
}

/** How a text came to be written. */
export interface Save {
  /** Why the editor saves; undefined where it did not say so, or something else writes. */
  readonly reason: vscode.TextDocumentSaveReason | undefined;
  /** The editor compared versions by itself before, and asked where it had to. */
  readonly isChecked: boolean;
}

/** Reads and writes the documents; `RecordFiles` hands it the editor's calls. */
export class RecordFileSystem implements vscode.Disposable {
  readonly #context: FileSystemContext;
  readonly #conflicts: Conflicts;
  readonly #refused = new vscode.EventEmitter<Refusal>();
  readonly #saved = new vscode.EventEmitter<vscode.Uri>();
  readonly #readonlyStatus = new ReadonlyStatus();
  readonly #told = new ReportedVersions();
  /** Documents that cannot be edited from now on, but for the text that is not saved yet. */
  readonly #heldBack = new Set<string>();
  readonly #subscriptions: readonly Subscription[];

  readonly onDidRefuse = this.#refused.event;
  readonly onDidSave = this.#saved.event;

  constructor(context: FileSystemContext) {
    this.#context = context;
    this.#conflicts = new Conflicts(context.store, (error) => void showError('', error, context.log));
    this.#subscriptions = [
      ...[this.#conflicts, this.#refused, this.#saved, this.#readonlyStatus, context.following],
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== scheme || document.isDirty) return;
        const at = document.uri.toString();
        void context.store.showed(at, document.getText());
        this.#told.forget(at);
        if (this.#heldBack.delete(at)) context.reread(requireDocument(document.uri).ref);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#told.forget(uri.toString());
        this.#heldBack.delete(uri.toString());
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async stat(uri: vscode.Uri): Promise<DocumentStat> {
    const state = await this.#ask(uri, ({ ref }) => this.#context.store.stat(ref));
    const { mtime, ctime, size } = state;
    const at = uri.toString();
    const reason = this.#describeReadonly(uri, state);
    const isEdited = openDocument(uri)?.isDirty ?? false;
    if (isEdited) this.#told.tell(at, state);
    if (isEdited && reason !== undefined) this.#heldBack.add(at);
    const readonlyReason = isEdited ? undefined : reason;
    this.#readonlyStatus.set(uri, readonlyReason);
    const stat = { type: vscode.FileType.File, mtime, ctime, size, readonlyReason };
    return readonlyReason === undefined ? stat : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  /** The address of a read-only document with what the service has now. */
  async openSnapshot(uri: vscode.Uri): Promise<vscode.Uri> {
    const { text } = await this.#ask(uri, ({ ref }) => this.#context.store.stat(ref));
    return this.#conflicts.snapshots.add(uri, text);
  }

  /** The version that the text was made from: whether the service has a newer one is the write's to find out. */
  statForSave(uri: vscode.Uri): vscode.FileStat | undefined {
    const version = this.#context.store.versionOf(uri.toString());
    return version && { type: vscode.FileType.File, ctime: 0, mtime: version.mtime, size: version.size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const shown = () => openDocument(uri)?.getText();
    const state = await this.#ask(uri, (document) => this.#context.store.read(document, shown));
    if (state.readonly === 'deleted') void tellDeleted(this.#deleted(uri), true, this.#context.restore);
    return Buffer.from(state.text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array, { reason, isChecked }: Save): Promise<void> {
    const document = requireDocument(uri);
    const text = new TextDecoder().decode(content);
    const open = openDocument(uri);
    const isEdited = open?.isDirty ?? false;
    if (isChecked && isEdited && open?.getText() === text) await this.#takeApproval(document);
    // A person who is typing is not stopped by a dialog; one who saves is asked before the save is called failed.
    const isAsked = isEdited && (reason ?? vscode.TextDocumentSaveReason.Manual) === manual;
    for (;;) {
      try {
        const kept = await this.#context.store.write(document, text, open !== undefined);
        this.#saved.fire(uri);
        if (kept !== undefined && isEdited) {
          this.#conflicts.tellKept(uri, this.#titleOf(uri), text, kept);
        }
        return;
      } catch (error) {
        const next = isAsked ? await this.#mend(uri, document, text, error) : 'stop';
        if (next === 'again') continue;
        if (next === 'changed') return;
        if (next === 'merging') throw mergingError();
        if (!isEdited && reason !== undefined && error instanceof DocumentConflict) {
          this.#conflicts.showNewer(uri, this.#titleOf(uri), error);
          return;
        }
        throw this.#toError(uri, document, text, error);
      }
    }
  }

  /** What the editor asked the person about is not asked a second time. */
  async #takeApproval(document: OpenDocument): Promise<void> {
    const { store } = this.#context;
    const theirs = this.#told.approved(document.at, store.versionOf(document.at));
    if (theirs !== undefined) await store.approve(document, { theirs });
  }

  /** Asks what is to be done, and does it. */
  async #mend(
    uri: vscode.Uri,
    document: OpenDocument,
    text: string,
    error: unknown,
  ): Promise<'again' | 'changed' | 'merging' | 'stop'> {
    const title = this.#titleOf(uri);
    if (error instanceof DocumentConflict) return this.#conflicts.ask(document, uri, error, title);
    if (!(error instanceof DocumentDeleted)) return 'stop';
    if ((await askAboutDeleted(uri, title, text)) !== 'restore') return 'stop';
    try {
      await this.#context.restore(document.ref);
      return 'again';
    } catch (restoring) {
      throw this.#toError(uri, document, text, restoring);
    }
  }

  #toError(uri: vscode.Uri, { ref }: OpenDocument, text: string, error: unknown): Error {
    if (isApiError(error, 'invalid')) {
      this.#refused.fire({ uri, text, message: error.message, attr: error.attr });
    }
    this.#context.log.warn(`save of ${ref.kind} ${ref.id} (${ref.part}): ${String(error)}`);
    const connection = this.#context.connectionName(ref.connectionId);
    void offerRemedy(error, ref.connectionId, connection, this.#context.log);
    return toFileSystemError(uri, error, text, ref.connectionId);
  }

  async #ask(
    uri: vscode.Uri,
    question: (document: OpenDocument) => Promise<DocumentState>,
  ): Promise<DocumentState> {
    const document = requireDocument(uri);
    try {
      return await question(document);
    } catch (error) {
      // All that the editor says of it is that there is no such file.
      const isDeleted = isApiError(error, 'notFound') && document.ref.kind === 'dashboard';
      if (isDeleted) void tellDeleted(this.#deleted(uri), false, this.#context.restore);
      throw toFileSystemError(uri, error, '', document.ref.connectionId);
    }
  }

  #titleOf(uri: vscode.Uri): string {
    const { ref } = requireDocument(uri);
    const record = this.#context.store.known(ref)?.record;
    const name = (record && nameOf(record)) ?? this.#context.trashed(ref)?.name;
    return name || nameInPlace(uri);
  }

  #deleted(uri: vscode.Uri): Deleted {
    const { ref } = requireDocument(uri);
    const { deletedAt } = this.#context.trashed(ref) ?? {};
    return { uri, ref, title: this.#titleOf(uri), deletedAt };
  }

  #describeReadonly(uri: vscode.Uri, { readonly }: DocumentState): string | undefined {
    if (readonly === undefined) return undefined;
    if (readonly === 'deleted') return t('{0} Restore it to edit it.', describeDeleted(this.#deleted(uri)));
    if (readonly === 'level') return t('This key may view the dashboard, not edit it.');
    return t('The key lacks the scope “{0}”: this can be viewed, not saved.', readonly.scope);
  }
}

const manual = vscode.TextDocumentSaveReason.Manual;

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
}

function requireDocument(uri: vscode.Uri): OpenDocument {
  const ref = parsePlace(uri);
  if (!ref) throw vscode.FileSystemError.FileNotFound(uri);
  return { ref, at: uri.toString() };
}
