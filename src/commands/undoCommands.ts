// Undo and redo of what was changed from here: deleting, restoring, renaming, describing, pinning, moving a tile.
import * as vscode from 'vscode';
import { showStatus } from '#host/messages.ts';
import type { ChangeHistory, HistoryStep, ReversibleChange } from '#model/records/changeHistory.ts';

const { t } = vscode.l10n;

export interface UndoDeps {
  readonly history: ChangeHistory;
}

export function createUndoCommands({ history }: UndoDeps) {
  return {
    'cohortDeck.undo': () => undoChange(history),
    'cohortDeck.redo': () => redoChange(history),
  };
}

/** Undoes the last change or the given one, and says what was undone. */
export async function undoChange(history: ChangeHistory, change?: ReversibleChange): Promise<void> {
  const step = await history.undo(change);
  const nothing = change ? t('Already undone: {0}', change.label) : t('Nothing to undo.');
  showStep(step, (label) => t('Undone: {0}', label), nothing);
}

/** Makes again the change that was undone last or the given one, and says so. */
export async function redoChange(history: ChangeHistory, change?: ReversibleChange): Promise<void> {
  showStep(await history.redo(change), (label) => t('Redone: {0}', label), t('Nothing to redo.'));
}

function showStep(step: HistoryStep | undefined, describe: (label: string) => string, nothing: string): void {
  if (step && !step.isDone) return; // a message has said why
  showStatus(step ? describe(step.change.label) : nothing, 5000);
}
