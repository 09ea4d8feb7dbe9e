// Reads and writes the documents of records; `RecordFileSystemProvider` hands on the editor's calls. The record is read
// from the service before it is written, so that the person decides about somebody else's change; the editor's own
// check of versions knows less.
import * as vscode from 'vscode';
import { type ApiError, isApiError } from '#api/apiError.ts';
import { describeProtected, describeViewOnly } from '#host/pages/readonlyRecordText.ts';
import { showStatus } from '#host/messages/showMessage.ts';
import { showError } from '#host/messages/showError.ts';
import { findTextDocument, isFiltersPageShown, isUnsaved } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import { isConnectionLoss } from '#model/connections/connectionError.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { DocumentState } from '#model/documents/save/documentState.ts';
import { withEndOf } from '#model/documents/documentText.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import type { OpenDocument } from '#model/documents/openDocument.ts';
import { withoutHabits } from '#model/documents/sameDocument.ts';
import type { TextMerger } from '#model/documents/merge/textMerger.ts';
import type { Subscription } from '#model/storage/emitter.ts';
import { decodeUtf8 } from './decodeUtf8.ts';
import {
  type DeletedRecord,
  type DeletedRecordDeps,
  DeletedRecordNotifications,
  describeDeletedRecord,
} from './deletedRecordNotifications.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';
import type { DocumentOpenRetries } from './documentOpenRetries.ts';
import { DocumentSaver, type DocumentSaverOptions, type EditorSaveOptions } from './documentSaver.ts';
import { recordWords } from './documentWords.ts';
import { ReadonlyStatusBar } from './readonlyStatusBar.ts';
import { RecordDocuments, type RecordDocumentsOptions, refOf } from './recordDocuments.ts';
import { toReadError } from './saveErrorMessage.ts';
import type { SaveFailure } from './saveProgress.ts';
import { Snapshots } from './snapshots.ts';

const { t } = vscode.l10n;

export interface FileSystemContext
  extends RecordDocumentsOptions, DeletedRecordDeps, Omit<DocumentSaverOptions, 'documents' | 'snapshots'> {
  readonly catalog: DeletedRecordDeps['catalog'] & RecordDocumentsOptions['catalog'];
  /** Ends with the file system. */
  readonly following: Subscription;
  /** Ends with the file system. */
  readonly merger: TextMerger;
  /** Ends with the file system. */
  readonly openRetries: DocumentOpenRetries;
  readonly retries: RetryRegistry;
  readonly onChange: (ref: DocumentRef) => void;
}

export interface DocumentStat extends vscode.FileStat {
  readonly readonlyReason: string | undefined;
}

/** A larger file is compared as it is: no filters are as long, and VS Code shows extensions no text above 50 MB. */
const maxComparedBytes = 10e6;

type ReadDocument = (document: OpenDocument) => Promise<DocumentState>;

export class RecordFileSystem implements vscode.Disposable {
  readonly #context: FileSystemContext;
  readonly #documents: RecordDocuments;
  readonly #snapshots = new Snapshots();
  readonly #saver: DocumentSaver;
  readonly #deletedNotifications: DeletedRecordNotifications;
  readonly #readonlyStatus = new ReadonlyStatusBar();
  readonly #subscriptions: readonly Subscription[];

  readonly onDidRefuse: DocumentSaver['onDidRefuse'];
  readonly onDidSave: DocumentSaver['onDidSave'];

  constructor(context: FileSystemContext) {
    this.#context = context;
    this.#documents = new RecordDocuments(context);
    this.#saver = new DocumentSaver({ ...context, documents: this.#documents, snapshots: this.#snapshots });
    this.onDidRefuse = this.#saver.onDidRefuse;
    this.onDidSave = this.#saver.onDidSave;
    this.#deletedNotifications = new DeletedRecordNotifications(async (ref, title) => {
      const request = { action: 'restore', projects: [ref], detail: recordWords(ref, title) } as const;
      await context.restore(await context.guard.approve(request), ref);
    }, context);
    this.#subscriptions = [
      this.#saver,
      this.#snapshots,
      this.#readonlyStatus,
      context.following,
      context.merger,
      context.openRetries,
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== scheme || document.isDirty) return;
        void this.#documents.open(document.uri).showed(document.getText());
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#documents.close(uri);
        this.#context.retries.drop(keyOfRead(uri));
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async stat(uri: vscode.Uri): Promise<DocumentStat> {
    const isEdited = () => isUnsaved(findTextDocument(uri));
    const isShown = () => findTextDocument(uri) !== undefined;
    const state = await this.#readForEditor(uri, (document) => document.stat(isEdited, isShown));
    const { mtime, ctime, size, readonly } = state;
    const stat = { type: vscode.FileType.File, mtime, ctime, size };
    const reason =
      readonly &&
      describeReadonlyDocument(readonly, refOf(uri), this.#context.guard, () => this.#deleted(uri));
    if (reason === undefined) {
      this.#readonlyStatus.set(uri, undefined);
      return { ...stat, readonlyReason: undefined };
    }
    const protectedProject = readonly === 'protected' ? refOf(uri) : undefined;
    this.#readonlyStatus.set(uri, { reason, protectedProject });
    return { ...stat, readonlyReason: reason, permissions: vscode.FilePermission.Readonly };
  }

  /** The version that the text was made from: the write finds out by itself whether the service has a newer one. */
  statForSave(uri: vscode.Uri): vscode.FileStat | undefined {
    const { base } = this.#documents.open(uri);
    return base && { type: vscode.FileType.File, ctime: 0, mtime: base.mtime, size: base.size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const shown = () => findTextDocument(uri)?.getText();
    const state = await this.#readForEditor(uri, (document) => document.read(shown));
    const lost = staleReason(state);
    // The page has a banner and the tree a mark; only the message says what to do about a key.
    if (lost && !(isConnectionLoss(lost) && isFiltersPageShown(uri))) {
      const attempt = t(
        '“{0}” shows its last known version.',
        this.#documents.titleOf(this.#documents.open(uri), uri),
      );
      void showError(attempt, lost, this.#context.log, refOf(uri).connectionId);
    }
    if (state.readonly === 'deleted') void this.#deletedNotifications.show(this.#deleted(uri), true);
    return Buffer.from(state.text);
  }

  /** A text of a document that is in no editor: `at` keeps what it was made from apart from theirs. */
  openText(ref: DocumentRef, at: string): OpenDocument {
    const { store } = this.#context;
    const text = store.open({ ref, at });
    store.close(at); // nothing reads it again when its list is read
    return text;
  }

  /** Before the text that a revert replaced comes back. @returns whether a save of it would still find others' changes */
  restoreBase(uri: vscode.Uri): Promise<boolean> {
    return this.#documents.open(uri).restoreBase();
  }

  /** Whether somebody else is known to have changed what the text was made from. */
  isOutdated(uri: vscode.Uri): boolean {
    return this.#documents.isOutdated(uri);
  }

  /** The address of a read-only document with what the service has now, spelled as the editor's text where it is the same. */
  async openSnapshot(uri: vscode.Uri): Promise<vscode.Uri> {
    const { text } = await this.#explainFailure(uri, () =>
      this.#read(uri, (document) => document.stat(() => false)),
    );
    const mine = findTextDocument(uri)?.getText();
    if (mine === undefined) return this.#snapshots.add(uri, text);
    return this.#snapshots.add(
      uri,
      await this.#context.merger.align(this.#documents.open(uri).ref, text, mine),
    );
  }

  /**
   * The document to compare with another one: itself, or where a service has added keys to one of them a read-only document
   * without that difference.
   */
  async openComparable(uri: vscode.Uri, other: vscode.Uri): Promise<vscode.Uri> {
    const { ref } = this.#documents.open(other);
    const isOfDashboards =
      uri.scheme === scheme && refOf(uri).kind === 'dashboard' && ref.kind === 'dashboard';
    const asCohort = isOfDashboards ? ref : { ...ref, kind: 'cohort' as const }; // a file may be of one
    const mine = await this.#textOf(other);
    if (uri.scheme !== scheme && (await vscode.workspace.fs.stat(uri)).size > maxComparedBytes) return uri;
    const theirs = await this.#textOf(uri);
    const shown = await this.#comparable(asCohort, theirs, mine);
    if (shown === theirs) return uri;
    showStatus(t('Keys written by the service are not compared.'), 15_000, 'info');
    return this.#snapshots.add(uri, shown);
  }

  /** The text without the difference that only a service makes to another one, where it makes any. */
  async #comparable(ref: DocumentRef, text: string, other: string): Promise<string> {
    if ([text, other].every((one) => withoutHabits(ref, one) === one)) return text;
    return withEndOf(other, await this.#context.merger.align(ref, text, other));
  }

  /** Of its editor, if it is in one. */
  async #textOf(uri: vscode.Uri): Promise<string> {
    const shown = findTextDocument(uri)?.getText();
    if (shown !== undefined) return shown;
    if (uri.scheme !== scheme) return (await vscode.workspace.openTextDocument(uri)).getText();
    const state = await this.#explainFailure(uri, () =>
      this.#read(uri, (document) => document.stat(() => false)),
    );
    return state.text;
  }

  /**
   * The address of a read-only document with a text, named as the document at `uri`.
   * @param other what it is compared with: the keys of a service are no difference
   */
  async addSnapshot(uri: vscode.Uri, text: string, other = text): Promise<vscode.Uri> {
    const isOne = other === text;
    const shown = isOne ? text : await this.#comparable(this.#documents.open(uri).ref, text, other);
    return this.#snapshots.add(uri, shown);
  }

  /** Resolves with why the text stays unsaved, if its page says so in place of VS Code. */
  async writeFile(
    uri: vscode.Uri,
    content: Uint8Array,
    options: EditorSaveOptions,
  ): Promise<SaveFailure | undefined> {
    return this.#saver.save(uri, decodeUtf8(uri, content), options);
  }

  /** An editor waits until there is an answer. */
  #readForEditor(uri: vscode.Uri, read: ReadDocument): Promise<DocumentState> {
    const opening = {
      connectionId: refOf(uri).connectionId,
      uri,
      title: () => this.#documents.titleOf(this.#documents.open(uri), uri),
      isShown: () => findTextDocument(uri) !== undefined,
      hasOwnMessage: (error: unknown) => isDeletedDashboard(refOf(uri), error),
    };
    const { openRetries } = this.#context;
    return this.#explainFailure(uri, () => openRetries.ask(opening, () => this.#read(uri, read)));
  }

  async #read(uri: vscode.Uri, read: ReadDocument): Promise<DocumentState> {
    const document = this.#documents.open(uri);
    await this.#documents.requireKnown(document);
    const state = await read(document);
    this.#retryStale(uri, document.ref, state);
    return state;
  }

  /** A request was lost by itself, so no recovery follows: the last known text is read again after the next response. */
  #retryStale(uri: vscode.Uri, ref: DocumentRef, state: DocumentState): void {
    const { retries, onChange } = this.#context;
    const keys = [keyOfRead(uri)];
    retries.drop(...keys);
    if (!staleReason(state)) return;
    retries.add({ keys, connectionId: ref.connectionId, when: 'answered', readAgain: () => onChange(ref) });
  }

  async #explainFailure<T>(uri: vscode.Uri, read: () => Promise<T>): Promise<T> {
    const ref = refOf(uri);
    try {
      return await read();
    } catch (error) {
      // The editor itself says only that there is no such file.
      if (isDeletedDashboard(ref, error)) void this.#deletedNotifications.show(this.#deleted(uri), false);
      throw toReadError(uri, error, ref.connectionId);
    }
  }

  #deleted(uri: vscode.Uri): DeletedRecord {
    const document = this.#documents.open(uri);
    const { deletedAt } = this.#documents.trashed(document.ref) ?? {};
    return { uri, ref: document.ref, title: this.#documents.titleOf(document, uri), deletedAt };
  }
}

function keyOfRead(uri: vscode.Uri): string {
  return `read ${uri.toString()}`;
}

/** Why the text is the last one known, where it is. */
function staleReason({ readonly }: DocumentState): ApiError | undefined {
  return typeof readonly === 'object' && 'lost' in readonly ? readonly.lost : undefined;
}

function isDeletedDashboard({ kind }: DocumentRef, error: unknown): boolean {
  return kind === 'dashboard' && isApiError(error, 'notFound');
}

/** Why a document cannot be edited, in a sentence for its read-only mark. */
function describeReadonlyDocument(
  readonly: NonNullable<DocumentState['readonly']>,
  ref: DocumentRef,
  guard: WriteGuard,
  deleted: () => DeletedRecord,
): string {
  if (readonly === 'protected') return describeProtected(guard.projectName(ref));
  if (readonly === 'deleted') return t('{0} Restore it to edit it.', describeDeletedRecord(deleted()));
  if (readonly === 'level') return describeViewOnly(ref.kind);
  if ('lost' in readonly) {
    if (readonly.lost.kind === 'unauthenticated') {
      return t(
        '“{0}” does not accept the key. Showing the last known version, read-only until there is a valid key.',
        guard.connectionName(ref),
      );
    }
    return t(
      '“{0}” cannot be reached. Showing the last known version, read-only until it is loaded again.',
      guard.connectionName(ref),
    );
  }
  return t('The key lacks the scope “{0}”, so changes cannot be saved.', readonly.scope);
}
