// Before a connection or a project is removed: its unsaved documents could not be saved afterwards.
import * as vscode from 'vscode';
import { askModal } from '#host/messages/showMessage.ts';
import { unsavedIn, type UnsavedScope } from '#commands/documents/unsavedDocuments.ts';

const { t } = vscode.l10n;

/** Each label is a sentence of its own, so that it can be translated. */
export interface RemovalLabels {
  /** The button that continues, such as “Disconnect”. */
  readonly action: string;
  /** The question where nothing but unsaved changes needs one, such as “Disconnect?”. */
  readonly ask: string;
  readonly save: string;
  readonly withoutSaving: string;
}

/**
 * Saves unsaved documents if the person chooses so.
 * @param question asked in any case; undefined: asked only if something is unsaved
 * @returns whether to continue: the person agreed, and the saves succeeded
 */
export async function confirmRemoval(
  scope: UnsavedScope,
  { action, ask, save, withoutSaving }: RemovalLabels,
  question: string | undefined,
): Promise<boolean> {
  const unsaved = unsavedIn(scope);
  if (unsaved.length === 0) {
    if (question === undefined) return true;
    return (await askModal(question, undefined, action)) === action;
  }
  const count =
    unsaved.length === 1
      ? t('1 document has unsaved changes.')
      : t('{0} documents have unsaved changes.', unsaved.length);
  const after =
    scope.projectId === undefined
      ? t('The text stays in its editor but can no longer be saved to the service.')
      : t('The text stays in its editor and can be saved from there.');
  const detail = `${count} ${after}`;
  const choice = await askModal(question ?? ask, detail, save, withoutSaving);
  if (choice !== save) return choice === withoutSaving;
  for (const document of unsaved) if (!(await document.save())) return false; // the editor shows the error
  return true;
}
