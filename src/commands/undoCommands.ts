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
    'cohortDeck.redo': async () =>
      showStep(await history.redo(), (label) => t('Redone: {0}', label), t('Nothing to redo.')),
  };
}

/** Undoes the last change or the given one, and says what was undone. */
export async function undoChange(history: ChangeHistory, change?: ReversibleChange): Promise<void> {
  const step = await history.undo(change);
  const nothing = change ? t('Already undone: {0}', change.label) : t('Nothing to undo.');
  showStep(step, (label) => t('Undone: {0}', label), nothing);
}

function showStep(step: HistoryStep | undefined, describe: (label: string) => string, nothing: string): void {
  if (step && !step.isDone) return; // a message has said why
  showStatus(step ? describe(step.change.label) : nothing, 5000);
}
