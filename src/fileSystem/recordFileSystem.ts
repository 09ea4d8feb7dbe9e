// Reads and writes the documents of records; `RecordFiles` hands on the editor's calls. The service is asked before it is
// written to, so that the person decides about somebody else's change; the editor's own check of versions knows less.
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { type ApiError, isApiError } from '#api/apiError.ts';
import { showStatus } from '#host/messages.ts';
import { showError } from '#host/showError.ts';
import { findTabsOf, isUnsaved } from '#host/tabs.ts';
import { filtersEditorViewType, scheme } from '#manifest.ts';
import type { WriteApproval, WriteGuard } from '#model/connections/writeGuard.ts';
import type { DocumentState } from '#model/documents/documentState.ts';
import type { DocumentStore } from '#model/documents/documentStore.ts';
import { type DocumentRef, nameInPlace, parsePlace } from '#model/documents/documentUri.ts';
import type { TextMerger } from '#model/documents/textMerger.ts';
import type { OpenDocument } from '#model/documents/openDocument.ts';
import { SaveIncomplete } from '#model/documents/saveErrors.ts';
import type { SaveEnd } from '#model/documents/saveStates.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { Trashed } from '#model/records/trash.ts';
import type { Subscription } from '#model/storage/emitter.ts';
import { runAfterSave } from './afterSave.ts';
import { confirmIncomplete } from './incompleteQuestion.ts';
import { keepUnsaved } from './keepUnsaved.ts';
import { FailedSaves, type FailedSavesOptions, lossIn } from './failedSaves.ts';
import { showChangedByService } from './showChangedByService.ts';
import { type DeletedRecord, DeletedRecordMessages } from './deletedRecord.ts';
import { recordWords } from './documentWords.ts';
import { describeReadonly } from './readonlyReason.ts';
import { ReadonlyStatus } from './readonlyStatus.ts';
import { isAutomatic, SaveQuestions, type WaitingSave } from './saveQuestions.ts';
import {
  describeDeclined,
  isSaveDeclined,
  mergingError,
  offerRemedy,
  toReadError,
  toSaveError,
} from './saveErrorMessage.ts';
import { showWhenSlow } from './slowSave.ts';
import { Snapshots } from './snapshots.ts';
import type { OpenRetries } from './openRetries.ts';

const { t } = vscode.l10n;

export interface FileSystemContext extends FailedSavesOptions {
  readonly store: DocumentStore;
  /** Ends with the file system. */
  readonly following: Subscription;
  readonly guard: WriteGuard;
  readonly restore: (approval: WriteApproval, ref: RecordRef) => Promise<void>;
  /** Rejects where the tree has no such connection or project: a link may name any. */
  readonly requireProject: (ref: RecordRef) => Promise<void>;
  /** Ends with the file system. */
  readonly merger: TextMerger;
  /** Ends with the file system. */
  readonly openRetries: OpenRetries;
  /** What is remembered of a record that was deleted from here. */
  readonly trashed: (ref: RecordRef) => Trashed | undefined;
  readonly log: Log;
}

/** A text that the service refused, why, and where. */
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

/** Why a text is written. */
export interface Save {
  /** Why the editor saves; undefined where it did not say so, or something else writes. */
  readonly reason: vscode.TextDocumentSaveReason | undefined;
  /** The editor compared versions by itself before, and asked where it had to. */
  readonly isChecked: boolean;
}

type EndedSave = Pick<WaitingSave, 'uri' | 'title' | 'text' | 'reason'> & {
  readonly ref: DocumentRef;
  readonly isByPerson: boolean;
};

export class RecordFileSystem implements vscode.Disposable {
  readonly #context: FileSystemContext;
  readonly #snapshots = new Snapshots();
  readonly #questions: SaveQuestions;
  readonly #deletedMessages: DeletedRecordMessages;
  readonly #refused = new vscode.EventEmitter<Refusal>();
  readonly #saved = new vscode.EventEmitter<vscode.Uri>();
  readonly #readonlyStatus = new ReadonlyStatus();
  /** Documents whose save has just ended with the text unsaved. */
  readonly #justFailed = new Set<string>();
  readonly #failedSaves: FailedSaves;
  readonly #subscriptions: readonly Subscription[];

  readonly onDidRefuse = this.#refused.event;
  readonly onDidSave = this.#saved.event;

  constructor(context: FileSystemContext) {
    this.#context = context;
    this.#failedSaves = new FailedSaves(context);
    this.#questions = new SaveQuestions(this.#snapshots, context, this.#onError);
    this.#deletedMessages = new DeletedRecordMessages(async (ref, title) => {
      const request = { action: 'restore', projects: [ref], detail: recordWords(ref, title) } as const;
      await context.restore(await context.guard.approve(request), ref);
    }, context.log);
    this.#subscriptions = [
      this.#questions,
      this.#snapshots,
      this.#refused,
      this.#saved,
      this.#readonlyStatus,
      this.#failedSaves,
      context.following,
      context.merger,
      context.openRetries,
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== scheme || document.isDirty) return;
        void this.#open(document.uri).showed(document.getText());
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => context.store.close(uri.toString())),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async stat(uri: vscode.Uri): Promise<DocumentStat> {
    // Each save ends with this question; the service was not there a moment ago.
    const base = this.#justFailed.delete(uri.toString()) ? this.statForSave(uri) : undefined;
    if (base) return { ...base, readonlyReason: undefined };
    const isEdited = () => isUnsaved(editorText(uri));
    const isShown = () => editorText(uri) !== undefined;
    const state = await this.#show(uri, (document) => document.stat(isEdited, isShown));
    const { mtime, ctime, size } = state;
    const readonlyReason = this.#describeReadonly(uri, state);
    this.#showReadonly(uri, state, readonlyReason);
    const stat = { type: vscode.FileType.File, mtime, ctime, size, readonlyReason };
    return readonlyReason === undefined ? stat : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  /** The version that the text was made from: the write finds out by itself whether the service has a newer one. */
  statForSave(uri: vscode.Uri): vscode.FileStat | undefined {
    const { base } = this.#open(uri);
    return base && { type: vscode.FileType.File, ctime: 0, mtime: base.mtime, size: base.size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const shown = () => editorText(uri)?.getText();
    const state = await this.#show(uri, (document) => document.read(shown));
    const lost = staleReason(state);
    if (lost) {
      const attempt = t('“{0}” shows its last known text.', this.#titleOf(this.#open(uri), uri));
      void showError(attempt, lost, this.#context.log, refOf(uri).connectionId);
    }
    if (state.readonly === 'deleted') void this.#deletedMessages.show(this.#deleted(uri), true);
    return Buffer.from(state.text);
  }

  /** The address of a read-only document with what the service has now, spelled as the editor's text where it is the same. */
  async openSnapshot(uri: vscode.Uri): Promise<vscode.Uri> {
    const { text } = await this.#read(uri, (document) => document.stat(() => false));
    const mine = editorText(uri)?.getText();
    if (mine === undefined) return this.#snapshots.add(uri, text);
    return this.#snapshots.add(uri, await this.#context.merger.align(this.#open(uri).ref, text, mine));
  }

  /** The address of a read-only document with a text, named as the document at `uri`. */
  addSnapshot(uri: vscode.Uri, text: string): vscode.Uri {
    return this.#snapshots.add(uri, text);
  }

  /** The connection is ready again. */
  recovered(connectionId: string): void {
    this.#failedSaves.recovered(connectionId);
  }

  /** Resolves with why the text stays unsaved, where its page says so in place of VS Code. */
  writeFile(uri: vscode.Uri, content: Uint8Array, save: Save): Promise<string | undefined> {
    return showWhenSlow(uri, () => this.#write(uri, content, save));
  }

  async #write(
    uri: vscode.Uri,
    content: Uint8Array,
    { reason, isChecked }: Save,
  ): Promise<string | undefined> {
    const ref = refOf(uri);
    const text = new TextDecoder().decode(content);
    const editor = editorText(uri);
    const isEdited = isUnsaved(editor);
    const document = this.#open(uri);
    const title = this.#titleOf(document, uri);
    const isByPerson = isEdited && reason === vscode.TextDocumentSaveReason.Manual;
    const ended = { ref, uri, title, text, reason, isByPerson };
    if (isByPerson && !(await confirmIncomplete(ref, text, title, document.known?.record)))
      return this.#declined(ended, new SaveIncomplete());
    if (isChecked && isEdited && editor?.getText() === text) await document.allowReportedOverwrite();
    const end = await this.#save(document, {
      uri,
      text,
      reason,
      isEdited,
      isFromEditor: editor !== undefined,
    });
    if (end.kind === 'failed') {
      if (isByPerson && isSaveDeclined(end.error)) return this.#declined(ended, end.error);
      return this.#failed(ended, end.error);
    }
    if (end.kind === 'openedMergeEditor' && !(isByPerson && (await keepUnsaved(uri)))) throw mergingError();
    if (end.kind !== 'saved') return undefined;
    this.#saved.fire(uri);
    this.#questions.saved(uri);
    const { kept } = end;
    if (kept !== undefined && isEdited)
      runAfterSave(
        () => showChangedByService(uri, title, { typed: text, kept }, this.#snapshots),
        this.#onError,
      );
    return undefined;
  }

  async #save(
    document: OpenDocument,
    { isFromEditor, ...save }: Omit<WaitingSave, 'document' | 'title'> & { readonly isFromEditor: boolean },
  ): Promise<SaveEnd> {
    try {
      await this.#requireKnown(document, document.ref);
      let approval = this.#context.guard.approveUnasked([document.ref]);
      return await document.save(save.text, {
        isFromEditor,
        approval: () => approval,
        decide: async (question) => {
          const title = this.#titleOf(document, save.uri);
          const decided = await this.#questions.decide(question, { ...save, document, title });
          if (typeof decided === 'string') return decided;
          approval = decided;
          return 'retry';
        },
      });
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  /**
   * Resolves with what the page says. Throws where neither a page nor the message of the outage says so, or the document
   * would count as saved.
   */
  async #failed(save: EndedSave, error: unknown): Promise<string> {
    const isShown = findTabsOf(save.uri).some(
      ({ tab, viewType }) => tab.isActive && viewType === filtersEditorViewType,
    );
    const loss = isShown ? undefined : lossIn(error);
    const isKept = save.isByPerson && (isShown || loss) && (await keepUnsaved(save.uri));
    const attempt = t('Could not save “{0}”.', save.title);
    const failure = this.#saveFailed(save, attempt, error); // it marks the text as it is now
    const { log, guard } = this.#context;
    const { connectionId } = save.ref;
    // A page says how to change the protection.
    if (!isShown || !isApiError(error, 'readOnly'))
      void offerRemedy(error, connectionId, guard.connectionName(save.ref), log);
    if (!isKept) throw failure;
    if (loss) void showError(attempt, loss, log, connectionId);
    this.#justFailed.add(save.uri.toString());
    return failure.message;
  }

  /** Nothing went wrong: the person has decided so. Throws where the document would count as saved. */
  async #declined({ ref, uri, text }: EndedSave, error: unknown): Promise<undefined> {
    const place = this.#context.guard.nameOf(ref);
    if (!(await keepUnsaved(uri))) throw toSaveError(error, { text, isAutomatic: false, ref, place });
    showStatus(describeDeclined(error), 8000, 'info');
    // The question does not always give it back to a page.
    if (findTabsOf(uri).some(({ tab }) => tab.isActive))
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  }

  readonly #onError = (error: unknown): void => void showError('', error, this.#context.log);

  #saveFailed({ ref, uri, text, reason }: EndedSave, attempt: string, error: unknown): Error {
    const { log, guard } = this.#context;
    this.#failedSaves.add(uri, attempt, ref.connectionId, error);
    if (isApiError(error, 'invalid')) {
      this.#refused.fire({ uri, text, message: error.detail ?? error.message, attr: error.attr });
    }
    log.warn(`Could not save ${ref.kind} ${ref.id} (${ref.part}).`, error);
    return toSaveError(error, { text, isAutomatic: isAutomatic(reason), ref, place: guard.nameOf(ref) });
  }

  /** A link opens projects in the tree only. What was read while its project was there can be saved without it. */
  async #requireKnown(document: OpenDocument, ref: RecordRef): Promise<void> {
    if (document.base === undefined) await this.#context.requireProject(ref);
  }

  /** For an editor. */
  #show(
    uri: vscode.Uri,
    question: (document: OpenDocument) => Promise<DocumentState>,
  ): Promise<DocumentState> {
    const opening = {
      connectionId: refOf(uri).connectionId,
      uri,
      title: () => this.#titleOf(this.#open(uri), uri),
      isShown: () => editorText(uri) !== undefined,
      hasOwnMessage: (error: unknown) => isDeletedDashboard(refOf(uri), error),
    };
    return this.#read(uri, question, (asked) => this.#context.openRetries.ask(opening, asked));
  }

  async #read(
    uri: vscode.Uri,
    question: (document: OpenDocument) => Promise<DocumentState>,
    ask: (question: () => Promise<DocumentState>) => Promise<DocumentState> = (one) => one(),
  ): Promise<DocumentState> {
    const ref = refOf(uri);
    try {
      return await ask(async () => {
        const document = this.#open(uri);
        await this.#requireKnown(document, ref);
        return question(document);
      });
    } catch (error) {
      // The editor itself says only that there is no such file.
      if (isDeletedDashboard(ref, error)) void this.#deletedMessages.show(this.#deleted(uri), false);
      throw toReadError(uri, error, ref.connectionId);
    }
  }

  #open(uri: vscode.Uri): OpenDocument {
    return this.#context.store.open({ ref: refOf(uri), at: uri.toString() });
  }

  #titleOf({ ref, known }: OpenDocument, uri: vscode.Uri): string {
    const record = known?.record;
    const name = (record && nameOf(record)) ?? this.#context.trashed(ref)?.name;
    return name || nameInPlace(uri);
  }

  #deleted(uri: vscode.Uri): DeletedRecord {
    const document = this.#open(uri);
    const { deletedAt } = this.#context.trashed(document.ref) ?? {};
    return { uri, ref: document.ref, title: this.#titleOf(document, uri), deletedAt };
  }

  #showReadonly(uri: vscode.Uri, { readonly }: DocumentState, reason: string | undefined): void {
    const protectedProject = readonly === 'protected' ? refOf(uri) : undefined;
    this.#readonlyStatus.set(uri, reason === undefined ? undefined : { reason, protectedProject });
  }

  #describeReadonly(uri: vscode.Uri, { readonly }: DocumentState): string | undefined {
    return readonly && describeReadonly(readonly, refOf(uri), this.#context.guard, () => this.#deleted(uri));
  }
}

/** Why the text is the last one known, where it is. */
function staleReason({ readonly }: DocumentState): ApiError | undefined {
  return typeof readonly === 'object' && 'lost' in readonly ? readonly.lost : undefined;
}

function isDeletedDashboard({ kind }: DocumentRef, error: unknown): boolean {
  return kind === 'dashboard' && isApiError(error, 'notFound');
}

/** Throws FileSystemError for a place that is no document's. */
function refOf(uri: vscode.Uri): DocumentRef {
  const ref = parsePlace(uri);
  if (!ref) throw vscode.FileSystemError.FileNotFound(uri);
  return ref;
}

/** The editor's text; undefined where no editor has the document open. */
function editorText(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
}
