// Saves the documents of records: asks what the person has to decide, and shows why a text stays unsaved.
import * as vscode from 'vscode';
import { isApiError } from '#api/apiError.ts';
import type { Log } from '#host/log.ts';
import type { SecretKeys } from '#host/secrets.ts';
import { showStatus } from '#host/messages.ts';
import { plainText } from '#host/plainText.ts';
import { showError } from '#host/showError.ts';
import { showWhenSlow } from '#host/slowStatus.ts';
import { findTabsOf, isUnsaved } from '#host/tabs.ts';
import { filtersEditorViewType } from '#manifest.ts';
import { type DocumentRef, nameInPlace } from '#model/documents/documentUri.ts';
import type { OpenDocument } from '#model/documents/openDocument.ts';
import type { SaveEnd } from '#model/documents/saveStates.ts';
import { runAfterSave } from './afterSave.ts';
import { FailedSaves, type FailedSavesOptions, lossIn } from './failedSaves.ts';
import { keepUnsaved } from './keepUnsaved.ts';
import { editorText, type RecordDocuments } from './recordDocuments.ts';
import {
  describeDeclined,
  isSaveDeclined,
  mergingError,
  offerRemedy,
  toSaveError,
} from './saveErrorMessage.ts';
import {
  type AnswerPorts,
  isAutomatic,
  isByPerson,
  SaveQuestions,
  type WaitingSave,
} from './saveQuestions.ts';
import { showChangedByService } from './showChangedByService.ts';
import type { Snapshots } from './snapshots.ts';

const { t } = vscode.l10n;

export interface DocumentSaverOptions extends FailedSavesOptions, AnswerPorts {
  readonly documents: RecordDocuments;
  readonly snapshots: Snapshots;
  readonly keys: Pick<SecretKeys, 'onDidChange'>;
  readonly log: Log;
}

/** A text that the service refused, why, and where. */
export interface Refusal {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly message: string;
  /** The place as the service names it; undefined where it names none. */
  readonly attr: string | undefined;
}

/** Why a text is written. */
export interface Save {
  /** Why the editor saves; undefined where it did not say so, or something else writes. */
  readonly reason: vscode.TextDocumentSaveReason | undefined;
  /** The editor compared versions by itself before, and asked where it had to. */
  readonly isChecked: boolean;
}

type EndedSave = Omit<WaitingSave, 'document'> & { readonly ref: DocumentRef };

export class DocumentSaver implements vscode.Disposable {
  readonly #options: DocumentSaverOptions;
  readonly #questions: SaveQuestions;
  readonly #failedSaves: FailedSaves;
  readonly #refused = new vscode.EventEmitter<Refusal>();
  readonly #saved = new vscode.EventEmitter<vscode.Uri>();
  readonly #saving = new vscode.EventEmitter<vscode.Uri>();
  /** Documents whose save has just ended with the text unsaved. */
  readonly #justFailed = new Set<string>();
  /** Why the last save was declined; the next save hides it. */
  #declinedStatus: vscode.Disposable | undefined;

  readonly onDidRefuse = this.#refused.event;
  readonly onDidSave = this.#saved.event;

  constructor(options: DocumentSaverOptions) {
    this.#options = options;
    this.#failedSaves = new FailedSaves(options);
    this.#questions = new SaveQuestions(options.snapshots, options, this.#onError);
  }

  dispose(): void {
    for (const part of [this.#questions, this.#failedSaves, this.#refused, this.#saved, this.#saving])
      part.dispose();
    this.#declinedStatus?.dispose();
  }

  /** The connection is ready again. */
  recovered(connectionId: string): void {
    this.#failedSaves.recovered(connectionId);
  }

  /** Whether a save of the document has just failed; each answer is given once. */
  takeFailed(uri: vscode.Uri): boolean {
    return this.#justFailed.delete(uri.toString());
  }

  /** Resolves with why the text stays unsaved, where its page says so in place of VS Code. */
  save(uri: vscode.Uri, text: string, save: Save): Promise<string | undefined> {
    this.#declinedStatus?.dispose();
    this.#saving.fire(uri);
    const title = () => t('Saving “{0}”…', plainText(nameInPlace(uri)));
    return showWhenSlow(title, () => this.#save(uri, text, save));
  }

  async #save(uri: vscode.Uri, text: string, { reason, isChecked }: Save): Promise<string | undefined> {
    const editor = editorText(uri);
    const isEdited = isUnsaved(editor);
    const document = this.#options.documents.open(uri);
    const { ref } = document;
    const title = this.#options.documents.titleOf(document, uri);
    const ended = { ref, uri, title, text, reason, isEdited };
    if (isChecked && isEdited && editor?.getText() === text) await document.allowReportedOverwrite();
    const end = await this.#send(document, {
      uri,
      text,
      reason,
      isEdited,
      isFromEditor: editor !== undefined,
    });
    if (end.kind === 'failed') {
      if (isByPerson(ended) && isSaveDeclined(end.error)) return this.#declined(ended, end.error);
      return this.#failed(ended, end.error);
    }
    if (end.kind === 'openedMergeEditor' && !(isByPerson(ended) && (await keepUnsaved(uri))))
      throw mergingError();
    if (end.kind === 'saved') this.#ended(uri, title, { typed: text, kept: isEdited ? end.kept : undefined });
    return undefined;
  }

  async #send(
    document: OpenDocument,
    { isFromEditor, ...save }: Omit<WaitingSave, 'document' | 'title'> & { readonly isFromEditor: boolean },
  ): Promise<SaveEnd> {
    const { documents, guard } = this.#options;
    try {
      await documents.requireKnown(document);
      const unasked = guard.approveUnasked([document.ref]);
      let approval = this.#questions.lockoutsOf(document, save.text).length > 0 ? undefined : unasked;
      return await document.save(save.text, {
        isFromEditor,
        approval: () => approval,
        decide: async (question) => {
          const title = documents.titleOf(document, save.uri);
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

  /** `kept`: what the service kept of the text that was typed, where that is another. */
  #ended(uri: vscode.Uri, title: string, { typed, kept }: { typed: string; kept: string | undefined }): void {
    this.#saved.fire(uri);
    this.#questions.saved(uri);
    if (kept === undefined) return;
    const { snapshots } = this.#options;
    runAfterSave(() => showChangedByService(uri, title, { typed, kept }, snapshots), this.#onError);
  }

  /**
   * Resolves with the message that the page shows. Throws if no page or outage message shows it, or if VS Code would mark
   * the text as saved.
   */
  async #failed(save: EndedSave, error: unknown): Promise<string> {
    const isShown = findTabsOf(save.uri).some(
      ({ tab, viewType }) => tab.isActive && viewType === filtersEditorViewType,
    );
    const loss = isShown ? undefined : lossIn(error);
    const isKept = isByPerson(save) && (isShown || loss) && (await keepUnsaved(save.uri));
    const attempt = t('Could not save “{0}”.', save.title);
    const failure = this.#markFailed(save, attempt, error); // it marks the text as it is now
    const { log } = this.#options;
    // A page says how to change the protection.
    if (!isShown || !isApiError(error, 'readOnly')) this.#offerRemedy(save, error);
    if (!isKept) throw failure;
    if (loss) void showError(attempt, loss, log, save.ref.connectionId);
    this.#justFailed.add(save.uri.toString());
    return failure.message;
  }

  /** Until the next save, which answers it, another key, or the end of the document. */
  #offerRemedy({ ref, uri }: EndedSave, error: unknown): void {
    const { keys, log, guard } = this.#options;
    const watch = (end: () => void) => [
      keys.onDidChange((id) => id === ref.connectionId && end()),
      this.#saving.event((saving) => saving.path === uri.path && end()),
      vscode.workspace.onDidCloseTextDocument((closed) => closed.uri.path === uri.path && end()),
    ];
    const connection = { id: ref.connectionId, name: guard.connectionName(ref) };
    void offerRemedy(error, connection, watch, log);
  }

  #markFailed({ ref, uri, text, reason }: EndedSave, attempt: string, error: unknown): Error {
    const { log } = this.#options;
    this.#failedSaves.add(uri, attempt, ref.connectionId, error);
    if (isApiError(error, 'invalid')) {
      this.#refused.fire({ uri, text, message: error.detail ?? error.message, attr: error.attr });
    }
    log.warn(`Could not save ${ref.kind} ${ref.id} (${ref.part}).`, error);
    const unsaved = { text, isAutomatic: isAutomatic(reason), ref };
    return toSaveError(error, { ...unsaved, production: this.#productionOf(ref) });
  }

  /** Nothing went wrong: the person has decided so. Throws where the document would count as saved. */
  async #declined({ ref, uri, text }: EndedSave, error: unknown): Promise<undefined> {
    const production = this.#productionOf(ref);
    if (!(await keepUnsaved(uri))) throw toSaveError(error, { text, isAutomatic: false, ref, production });
    // The question does not always give the focus back to a page.
    if (findTabsOf(uri).some(({ tab }) => tab.isActive))
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    this.#declinedStatus = showStatus(describeDeclined(error), 8000, 'info');
  }

  /** The project's name where that is in production. */
  #productionOf(ref: DocumentRef): string | undefined {
    const { guard } = this.#options;
    return guard.needsApproval([ref]) ? guard.nameOf(ref) : undefined;
  }

  readonly #onError = (error: unknown): void => void showError('', error, this.#options.log);
}
