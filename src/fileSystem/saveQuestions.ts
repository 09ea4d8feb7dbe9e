// What a person is asked while a save waits, and who is not asked: a person who is typing is not stopped by a dialog.
import * as vscode from 'vscode';
import type { OpenDocument } from '#model/documents/openDocument.ts';
import type { Decision, SaveQuestion } from '#model/documents/saveStates.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { type Conflict, Conflicts } from './conflicts.ts';
import { askAboutDeleted } from './deletedRecord.ts';
import type { Snapshots } from './snapshots.ts';

/** A save that waits for an answer. */
export interface WaitingSave {
  readonly document: OpenDocument;
  readonly uri: vscode.Uri;
  readonly title: string;
  readonly text: string;
  /** Why the editor saves; undefined where it did not say so, or something else writes. */
  readonly reason: vscode.TextDocumentSaveReason | undefined;
  /** The editor's text had unsaved changes when the save began. */
  readonly isEdited: boolean;
}

export class SaveQuestions implements vscode.Disposable {
  readonly #conflicts: Conflicts;
  readonly #restore: (ref: RecordRef) => Promise<void>;

  /** `onError` is called with what goes wrong after a save has ended. */
  constructor(
    snapshots: Snapshots,
    restore: (ref: RecordRef) => Promise<void>,
    onError: (error: unknown) => void,
  ) {
    this.#conflicts = new Conflicts(snapshots, onError);
    this.#restore = restore;
  }

  dispose(): void {
    this.#conflicts.dispose();
  }

  /** Rejects where the record could not be restored. */
  async decide(question: SaveQuestion, save: WaitingSave): Promise<Decision> {
    const { document, uri, title, text } = save;
    if (question.kind === 'conflict')
      return this.#decideConflict({ document, uri, title, error: question.error }, save);
    if (!isAsked(save) || (await askAboutDeleted(uri, title, text)) !== 'restore') return 'keepEditing';
    await this.#restore(document.ref);
    return 'retry';
  }

  async #decideConflict(conflict: Conflict, save: WaitingSave): Promise<Decision> {
    if (isAsked(save)) return this.#conflicts.decide(conflict);
    // A write of another extension has no reason, and gets an error.
    if (save.isEdited || save.reason === undefined) return 'keepEditing';
    this.#conflicts.showNewer(conflict);
    return 'showsNewer';
  }
}

function isAsked({ isEdited, reason }: WaitingSave): boolean {
  const manual = vscode.TextDocumentSaveReason.Manual;
  return isEdited && (reason ?? manual) === manual;
}
