// The message with the button “Undo” after a change.
import * as vscode from 'vscode';
import { showUntil } from '#host/messages/openNotification.ts';
import { showError } from '#host/messages/showError.ts';
import type { ReversibleChange } from '#model/records/changes/undoHistory.ts';
import type { Event } from '#model/storage/emitter.ts';
import { undoChange, type UndoDeps } from './undoCommands.ts';

const { t } = vscode.l10n;

/**
 * How long the message stays. Afterwards the last change can be undone by a key, and deleted records are in
 * the Trash.
 */
const offerMs = 20_000;

/**
 * Offers to undo a change that was made just now, until it was undone in another way, another change was made, or some
 * time has gone by. `isOver` is asked after each change of `source`.
 */
export async function offerUndo(
  deps: UndoDeps,
  change: ReversibleChange,
  message: string,
  alsoOver?: { readonly source: Event<unknown>; readonly isOver: () => boolean },
): Promise<void> {
  const over = new AbortController();
  const subscriptions = [
    deps.history.onDidChange(() => over.abort()),
    alsoOver?.source(() => alsoOver.isOver() && over.abort()),
  ];
  const undo = t('Undo');
  try {
    const outdated = AbortSignal.any([over.signal, AbortSignal.timeout(offerMs)]);
    if ((await showUntil(outdated, message, undo)) === undo) await undoChange(deps, change);
  } catch (error) {
    void showError('', error, deps.log);
  } finally {
    for (const subscription of subscriptions) subscription?.dispose();
  }
}
