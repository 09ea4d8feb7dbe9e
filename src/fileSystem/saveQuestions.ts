// What a person is asked while a save waits. A dialog never interrupts a person who is typing.
import * as vscode from 'vscode';
import { describeIncomplete } from '#filters/findIncomplete.ts';
import { askModal } from '#host/messages/showMessage.ts';
import { isCancelled } from '#host/messages/userError.ts';
import { sliceMember } from '#json/jsonTree.ts';
import type { Lockout, WriteApproval, WriteGuard, WriteRequest } from '#model/connections/writeGuard.ts';
import { describeChanges } from '#model/documents/describeChanges.ts';
import type { OpenDocument } from '#model/documents/openDocument.ts';
import type { SaveIncomplete } from '#model/documents/save/saveErrors.ts';
import type { Decision, SaveQuestion } from '#model/documents/save/saveTransitions.ts';
import type { TextMerger } from '#model/documents/merge/textMerger.ts';
import { lockoutOf } from '#model/records/dashboardLockout.ts';
import type { OwnUsers } from '#model/records/search/ownUsers.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { askAboutDeletedRecord } from './deletedRecordNotifications.ts';
import { type Conflict, ConflictResolver } from './conflictResolver.ts';
import { documentWords } from './documentWords.ts';
import type { Snapshots } from './snapshots.ts';

const { t } = vscode.l10n;

export interface RunningSave {
  readonly document: OpenDocument;
  readonly uri: vscode.Uri;
  /** The record's name, as far as it is known by then. */
  readonly title: () => string;
  readonly text: string;
  /** Why the editor saves; undefined if it did not say so, or something else writes. */
  readonly reason: vscode.TextDocumentSaveReason | undefined;
  /** The editor's text had unsaved changes when the save began. */
  readonly isEdited: boolean;
}

/** What a person's answers are carried out with. */
export interface AnswerPorts {
  readonly guard: WriteGuard;
  readonly ownUsers: Pick<OwnUsers, 'isMine'>;
  readonly merger: TextMerger;
  readonly restore: (approval: WriteApproval, ref: RecordRef) => Promise<void>;
  readonly askAboutDeletedRecord: typeof askAboutDeletedRecord;
}

export class SaveQuestions implements vscode.Disposable {
  readonly #conflicts: ConflictResolver;
  readonly #ports: AnswerPorts;

  /** `onError` is called with what goes wrong after a save has ended. */
  constructor(snapshots: Snapshots, ports: AnswerPorts, onError: (error: unknown) => void) {
    this.#conflicts = new ConflictResolver(snapshots, ports.merger, onError);
    this.#ports = ports;
  }

  dispose(): void {
    this.#conflicts.dispose();
  }

  /** An approval lets the save try again with it. Rejects if the record could not be restored, or became read-only. */
  async decide(question: SaveQuestion, save: RunningSave): Promise<Decision | WriteApproval> {
    const { document, uri } = save;
    switch (question.kind) {
      case 'incomplete':
        return !isByPerson(save) || (await confirmIncomplete(save.title(), question.error))
          ? 'retry'
          : 'keepEditing';
      case 'conflict':
        return this.#decideConflict({ document, uri, title: save.title(), error: question.error }, save);
      case 'deleted':
        return isAsked(save) ? this.#decideDeleted(save) : 'keepEditing';
      case 'unapproved':
        return isAutomatic(save.reason) ? 'keepEditing' : this.#approveSave(question.error.before, save);
    }
  }

  /** Only the fields of a dashboard say who can edit it. `text` must be valid JSON. */
  lockoutsOf({ ref, known }: OpenDocument, text: string): readonly Lockout[] {
    if (ref.part !== 'record' || ref.kind !== 'dashboard') return [];
    const level = Number(sliceMember(text, 'restriction_level')?.replaceAll('"', '')); // services read numbers in quotes
    const lockout = lockoutOf(ref, known?.record, level, this.#ports.ownUsers);
    return lockout ? [lockout] : [];
  }

  /** The document was saved: nothing is left to decide. */
  saved(uri: vscode.Uri): void {
    this.#conflicts.closeMerges(uri);
  }

  async #decideDeleted(save: RunningSave): Promise<Decision | WriteApproval> {
    const { document, uri, title, text } = save;
    if ((await this.#ports.askAboutDeletedRecord(uri, title(), text)) !== 'restore') return 'keepEditing';
    const lockouts = this.lockoutsOf(document, text);
    const approval = await this.#approve('restoreAndSave', save, { lockouts });
    if (approval !== 'keepEditing') await this.#ports.restore(approval, document.ref);
    return approval;
  }

  /** `before`: what the service has. */
  #approveSave(before: string, save: RunningSave): Promise<WriteApproval | 'keepEditing'> {
    const { document, uri, title, text } = save;
    const { ref } = document;
    return this.#approve('save', save, {
      changes: describeChanges(ref, before, text, t),
      lockouts: this.lockoutsOf(document, text),
      showChanges: () => this.#conflicts.compareLater({ uri, title: title(), ref, theirs: before }),
    });
  }

  async #approve(
    action: 'save' | 'restoreAndSave',
    { document, title }: RunningSave,
    {
      changes = [],
      ...rest
    }: Pick<WriteRequest, 'lockouts' | 'showChanges'> & { readonly changes?: readonly string[] },
  ): Promise<WriteApproval | 'keepEditing'> {
    const { ref } = document;
    const detail = [documentWords(ref, title()), ...changes].join('\n');
    const request = { action, projects: [ref], detail, ...rest };
    try {
      return await this.#ports.guard.approve(request);
    } catch (error) {
      if (isCancelled(error)) return 'keepEditing';
      throw error;
    }
  }

  async #decideConflict(conflict: Conflict, save: RunningSave): Promise<Decision> {
    if (isAsked(save)) return this.#conflicts.decide(conflict);
    // A write of another extension has no reason, and gets an error.
    if (save.isEdited || save.reason === undefined) return 'keepEditing';
    this.#conflicts.showNewer(conflict);
    return 'showsNewer';
  }
}

/** Auto save: the person did not ask for it now. */
export function isAutomatic(reason: vscode.TextDocumentSaveReason | undefined): boolean {
  return reason !== undefined && reason !== vscode.TextDocumentSaveReason.Manual;
}

/** Whether the person pressed Ctrl+S or the like. */
export function isByPerson({ isEdited, reason }: Pick<RunningSave, 'isEdited' | 'reason'>): boolean {
  return isEdited && reason === vscode.TextDocumentSaveReason.Manual;
}

function isAsked({ isEdited, reason }: RunningSave): boolean {
  return isEdited && !isAutomatic(reason);
}

// The question before a save of incomplete conditions, which services accept without warning.
/** @returns whether to save */
async function confirmIncomplete(title: string, { conditions }: SaveIncomplete): Promise<boolean> {
  const question =
    conditions.length === 1
      ? t('Save “{0}” with an incomplete condition?', title)
      : t('Save “{0}” with {1} incomplete conditions?', title, conditions.length);
  const detail = [...new Set(conditions.map(({ missing }) => describeIncomplete(missing, t)))].join('\n');
  const button = t('Save Anyway');
  return (await askModal(question, detail, button)) === button;
}
