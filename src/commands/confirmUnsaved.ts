// Before a connection or a project is removed: its unsaved documents could not be saved afterwards.
import * as vscode from 'vscode';
import { askModal } from '#host/messages.ts';
import { unsavedIn, type Scope } from './documentTabs.ts';

const { t } = vscode.l10n;

/**
 * Saves unsaved documents if the person chooses so.
 * @param action the label of the button that continues, such as “Disconnect”
 * @param question asked in any case; undefined: asked only where something is unsaved
 * @returns whether to continue: the person agreed, and the saves succeeded
 */
export async function confirmUnsaved(
  scope: Scope,
  action: string,
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
  const save = t('Save and {0}', action);
  const continueUnsaved = t('{0} without Saving', action);
  const choice = await askModal(question ?? `${action}?`, detail, save, continueUnsaved);
  if (choice !== save) return choice === continueUnsaved;
  for (const document of unsaved) if (!(await document.save())) return false; // the editor shows the error
  return true;
}
