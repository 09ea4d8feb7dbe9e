// Before a connection or a project goes: what was typed into its documents could not be saved any more.
import * as vscode from 'vscode';
import { unsavedIn, type Within } from './documentTabs.ts';

const { t } = vscode.l10n;

/**
 * `question`: what is asked in any case; without it nothing is asked where all is saved. Saves what is unsaved where the
 * person wants that.
 * @returns whether the person wants to go on, and every save that was wanted has succeeded
 */
export async function askToLeave(
  within: Within,
  leave: string,
  question: string | undefined,
): Promise<boolean> {
  const unsaved = unsavedIn(within);
  if (unsaved.length === 0) {
    if (question === undefined) return true;
    return (await vscode.window.showWarningMessage(question, { modal: true }, leave)) === leave;
  }
  const count =
    unsaved.length === 1
      ? t('One document has text that was not saved.')
      : t('{0} documents have text that was not saved.', unsaved.length);
  const after =
    within.projectId === undefined
      ? t('It stays in its editor, but cannot be saved to the service any more.')
      : t('It stays in its editor, and can be saved from there.');
  const detail = `${count} ${after}`;
  const [save, anyway] = [t('Save and {0}', leave), t('{0} without Saving', leave)];
  const options = { modal: true, detail };
  const choice = await vscode.window.showWarningMessage(question ?? `${leave}?`, options, save, anyway);
  if (choice !== save) return choice === anyway;
  for (const document of unsaved) if (!(await document.save())) return false; // the editor has said why
  return true;
}
