// Saves the documents of records: asks what the person has to decide, and shows why a text stays unsaved.
import * as vscode from 'vscode';
import { isApiError } from '#api/apiError.ts';
import type { Log } from '#host/log.ts';
import type { SecretKeys } from '#host/secretKeys.ts';
import { showError } from '#host/messages/showError.ts';
import { showStatusUntil, showWarning } from '#host/messages/showMessage.ts';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { showWhenSlow } from '#host/messages/showWhenSlow.ts';
import { findTabsOf, findTextDocument, isFiltersPageShown, isUnsaved } from '#host/pages/tabs.ts';
import { readOwnSetting } from '#host/settings/settings.ts';
import { languageId } from '#manifest.ts';
import type { SaveOptions } from '#model/documents/openDocument.ts';
import { type RefusalPlace, refusalPlaces } from '#model/documents/save/refusalPlaces.ts';
import { lossIn } from '#model/documents/save/saveErrors.ts';
import type { SaveEnd } from '#model/documents/save/saveTransitions.ts';
import { displayText } from '#text/displayText.ts';
import { keepDirtyMark, runAfterSave } from './keepDirtyMark.ts';
import type { RecordDocuments } from './recordDocuments.ts';
import { replaceText } from './replaceText.ts';
import {
  describeDeclined,
  isSaveDeclined,
  mergingFailure,
  offerRemedy,
  toSaveFailure,
} from './saveErrorMessage.ts';
import type { SaveFailure } from './saveProgress.ts';
import {
  type AnswerPorts,
  isAutomatic,
  isByPerson,
  SaveQuestions,
  type RunningSave,
} from './saveQuestions.ts';
import type { Snapshots } from './snapshots.ts';

const { t } = vscode.l10n;

export interface DocumentSaverOptions extends AnswerPorts {
  readonly documents: RecordDocuments;
  readonly snapshots: Snapshots;
  readonly keys: Pick<SecretKeys, 'onDidChange'>;
  readonly log: Log;
}

/** A text that the service rejected, why, and where. */
export interface SaveRefusal {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly places: readonly RefusalPlace[];
}

export interface EditorSaveOptions {
  /** Why the editor saves; undefined if it did not say so, or something else writes. */
  readonly reason: vscode.TextDocumentSaveReason | undefined;
  /** The editor compared versions by itself before, and asked if it had to. */
  readonly isChecked: boolean;
}

export class DocumentSaver implements vscode.Disposable {
  readonly #options: DocumentSaverOptions;
  readonly #questions: SaveQuestions;
  readonly #refused = new vscode.EventEmitter<SaveRefusal>();
  readonly #saved = new vscode.EventEmitter<vscode.Uri>();
  readonly #saving = new vscode.EventEmitter<vscode.Uri>();
  /** Why the last save was declined; the next save hides it. */
  #declinedStatus: vscode.Disposable | undefined;

  readonly onDidRefuse = this.#refused.event;
  readonly onDidSave = this.#saved.event;

  constructor(options: DocumentSaverOptions) {
    this.#options = options;
    this.#questions = new SaveQuestions(options.snapshots, options, this.#onError);
  }

  dispose(): void {
    for (const part of [this.#questions, this.#refused, this.#saved, this.#saving]) part.dispose();
    this.#declinedStatus?.dispose();
  }

  /** Resolves with why the text stays unsaved, if its page says so in place of VS Code. */
  save(uri: vscode.Uri, text: string, options: EditorSaveOptions): Promise<SaveFailure | undefined> {
    this.#declinedStatus?.dispose();
    this.#saving.fire(uri);
    const { documents } = this.#options;
    const title = () => t('Saving “{0}”…', withoutLinksAndIcons(documents.titleOf(documents.open(uri), uri)));
    return showWhenSlow(title, () => this.#save(uri, text, options));
  }

  async #save(
    uri: vscode.Uri,
    text: string,
    { reason, isChecked }: EditorSaveOptions,
  ): Promise<SaveFailure | undefined> {
    const { documents } = this.#options;
    const document = documents.open(uri);
    const shown = findTextDocument(uri);
    const isEdited = isUnsaved(shown);
    const title = () => documents.titleOf(document, uri);
    const save = { document, uri, title, text, reason, isEdited };
    const end = await this.#send(save, {
      isFromEditor: shown !== undefined,
      mayOverwriteReported: isChecked && isEdited && shown?.getText() === text,
    });
    switch (end.kind) {
      case 'saved':
        return this.#ended(save, end);
      case 'failed':
        return isByPerson(save) && isSaveDeclined(end.error)
          ? this.#declined(save, end.error)
          : this.#failed(save, end.error);
      case 'openedMergeEditor':
        if (isByPerson(save) && (await keepDirtyMark(uri))) return undefined;
        throw mergingFailure();
      case 'takenIntoText':
      case 'showsNewer':
        return undefined;
    }
  }

  async #send(
    save: RunningSave,
    options: Pick<SaveOptions, 'isFromEditor' | 'mayOverwriteReported'>,
  ): Promise<SaveEnd> {
    const { document, text } = save;
    const { documents, guard } = this.#options;
    try {
      await documents.requireKnown(document);
      const unasked = guard.approveUnasked([document.ref]);
      const mayRestrict = this.#questions.lockoutsOf(document, text).length > 0;
      let approval = mayRestrict || isWorkspaceAutoSave(save) ? undefined : unasked;
      return await document.save(text, {
        ...options,
        approval: () => approval,
        decide: async (question) => {
          const decided = await this.#questions.decide(question, save);
          if (typeof decided === 'string') return decided;
          approval = decided;
          return 'retry';
        },
      });
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  #ended(
    { uri, title, text, isEdited }: RunningSave,
    { stored, notTaken }: Extract<SaveEnd, { kind: 'saved' }>,
  ): undefined {
    this.#saved.fire(uri);
    this.#questions.saved(uri);
    if (stored === undefined || !isEdited) return;
    const texts = { typed: text, stored, notTaken };
    runAfterSave(() => showChangedByService(uri, title(), texts, this.#options.snapshots), this.#onError);
  }

  /**
   * Resolves with the failure that the page shows. Throws if no page or outage message shows it, or if VS Code would mark
   * the text as saved.
   */
  async #failed(save: RunningSave, error: unknown): Promise<SaveFailure> {
    const { uri } = save;
    const { ref } = save.document;
    const { log } = this.#options;
    const isShown = isFiltersPageShown(uri);
    const loss = isShown ? undefined : lossIn(error);
    const isKept = isByPerson(save) && (isShown || loss) && (await keepDirtyMark(uri));
    log.warn(`Could not save ${ref.kind} ${ref.id} (${ref.part}).`, error);
    // After `keepDirtyMark`, whose edit would end the mark.
    if (isApiError(error, 'invalid'))
      this.#refused.fire({ uri, text: save.text, places: refusalPlaces(ref, save.text, error) });
    // A page says how to change the protection.
    if (!isShown || !isApiError(error, 'readOnly')) this.#offerRemedy(save, error);
    const failure = this.#toFailure(save, error);
    if (!isKept) throw failure;
    if (loss) void showError(attemptOf(save), loss, log, ref.connectionId);
    return failure;
  }

  /** Until the next save, which answers it, another key, or the end of the document. */
  #offerRemedy({ document: { ref }, uri }: RunningSave, error: unknown): void {
    const { keys, log, guard } = this.#options;
    const watch = (end: () => void) => [
      keys.onDidChange((id) => id === ref.connectionId && end()),
      this.#saving.event((saving) => saving.path === uri.path && end()),
      vscode.workspace.onDidCloseTextDocument((closed) => closed.uri.path === uri.path && end()),
    ];
    const connection = { id: ref.connectionId, name: guard.connectionName(ref) };
    void offerRemedy(error, connection, watch, log);
  }

  /** Nothing went wrong: the person has decided so. Throws if the document would count as saved. */
  async #declined(save: RunningSave, error: unknown): Promise<undefined> {
    const { uri } = save;
    if (!(await keepDirtyMark(uri))) throw this.#toFailure(save, error);
    // The question does not always give the focus back to a page.
    if (findTabsOf(uri).some(({ tab }) => tab.isActive))
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    const isOver = () => !isUnsaved(findTextDocument(uri));
    this.#declinedStatus = showStatusUntil(isOver, describeDeclined(error), 8000, 'info');
  }

  #toFailure(save: RunningSave, error: unknown): SaveFailure {
    const { guard } = this.#options;
    const { ref } = save.document;
    const production = guard.needsApproval([ref]) ? guard.projectName(ref) : undefined;
    const mayRestrict = () => this.#questions.lockoutsOf(save.document, save.text).length > 0;
    const isAutoSaveOff = isSaveDeclined(error) && isWorkspaceAutoSave(save) && !mayRestrict();
    const unsaved = {
      text: save.text,
      ref,
      production,
      isAutomatic: isAutomatic(save.reason),
      isAutoSaveOff,
    };
    return toSaveFailure(error, unsaved, attemptOf(save));
  }

  readonly #onError = (error: unknown): void => void showError('', error, this.#options.log);
}

/** Whether Auto Save is on only because of the workspace, which can also change a document's language to one that has it. */
function isWorkspaceAutoSave({ reason }: RunningSave): boolean {
  return isAutomatic(reason) && readOwnSetting('files.autoSave', languageId) === 'off';
}

function attemptOf({ title }: RunningSave): string {
  return t('Could not save “{0}”.', title());
}

// The service stored another text than was sent: the editor shows the stored one, and undo restores the typed one.
/**
 * `stored`: the text that the service stored instead of `typed`; `notTaken`: the fields that have their old values. To be called
 * once the save has ended.
 */
async function showChangedByService(
  uri: vscode.Uri,
  title: string,
  {
    typed,
    stored,
    notTaken,
  }: { readonly typed: string; readonly stored: string; readonly notTaken: readonly string[] },
  snapshots: Snapshots,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== typed) return; // the person is typing: the next save shows it
  await replaceText(uri, stored);
  await document.save();
  const compare = t('Compare');
  const sentence =
    notTaken.length > 0
      ? t('“{0}” was saved, but the service did not change: {1}', title, notTaken.join(', '))
      : t('“{0}” was saved, but the service changed what you typed.', title);
  const choice = await showWarning(sentence, compare);
  if (choice !== compare) return;
  const before = snapshots.add(uri, typed);
  await vscode.commands.executeCommand(
    'vscode.diff',
    before,
    uri,
    t('{0}: typed ↔ saved', displayText(title)),
  );
}
