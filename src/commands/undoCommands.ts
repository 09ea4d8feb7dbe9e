// Undo and redo of the changes made in this window. Each command adds its own to `UndoHistory`, which keeps their order
// and takes the steps.
import * as vscode from 'vscode';
import { listNames, projectLabel } from '#commands/targets/recordNames.ts';
import type { Log } from '#host/log.ts';
import { showUntil } from '#host/messages/openNotification.ts';
import { showError } from '#host/messages/showError.ts';
import { showStatus } from '#host/messages/showMessage.ts';
import { showWhenSlow } from '#host/messages/showWhenSlow.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';
import type { HistoryStep, ReversibleChange, UndoHistory } from '#model/records/changes/undoHistory.ts';
import type { Event } from '#model/storage/emitter.ts';

const { t } = vscode.l10n;

export interface UndoDeps {
  readonly connections: Connections;
  readonly retries: RetryRegistry;
  readonly history: UndoHistory;
  readonly log: Log;
}

export function createUndoCommands(deps: UndoDeps) {
  return {
    'cohortDeck.undo': () => undoChange(deps),
    'cohortDeck.redo': () => redoChange(deps),
  };
}

/** Undoes the last change or the given one, and says what was undone or could not be. */
export async function undoChange(deps: UndoDeps, change?: ReversibleChange): Promise<void> {
  const undoing = showWhenSlow(
    () => t('Undoing…'),
    () => deps.history.undo(change),
  );
  const step = await undoing;
  if (step?.isDone) deps.retries.undone(step.change.items);
  const isUndone = change && deps.history.canRedo(change);
  const nothing = isUndone ? t('Already undone: {0}', labelOf(deps, change)) : t('Nothing to undo.');
  await showStep(deps, step, nothing, {
    done: (label) => t('Undone: {0}', label),
    failed: (label) => t('Could not undo: {0}.', label),
  });
  // Without a given change, nothing has said what would be undone.
  if (!change && step?.isDone && step.change.undoDeletes) void offerRedo(deps, step.change);
}

/** Makes again the change that was undone last or the given one, and says so. */
export async function redoChange(deps: UndoDeps, change?: ReversibleChange): Promise<void> {
  const redoing = showWhenSlow(
    () => t('Redoing…'),
    () => deps.history.redo(change),
  );
  await showStep(deps, await redoing, t('Nothing to redo.'), {
    done: (label) => t('Redone: {0}', label),
    failed: (label) => t('Could not redo: {0}.', label),
  });
}

interface StepWords {
  readonly done: (label: string) => string;
  readonly failed: (label: string) => string;
}

async function showStep(
  deps: UndoDeps,
  step: HistoryStep | undefined,
  nothing: string,
  words: StepWords,
): Promise<void> {
  if (!step) {
    showStatus(nothing, 5000);
    return;
  }
  const label = labelOf(deps, step.change);
  if (step.isDone) showStatus(words.done(label), 5000);
  else if (step.error !== undefined) void showError(words.failed(label), step.error, deps.log);
  // Otherwise part of the change remains or is gone, and a message named it.
}

/** With its project where the tree has several: a key that is pressed in one may undo what was done in another. */
export function labelOf(
  { connections }: Pick<UndoDeps, 'connections'>,
  change: Pick<ReversibleChange, 'label' | 'items'>,
): string {
  const { label, items } = change;
  if (items.length === 0 || connections.all.flatMap((connection) => connection.projects).length <= 1)
    return label;
  const names = new Set(items.map((item) => projectLabel(connections, item)));
  return t('{0} ({1})', label, listNames([...names], ', '));
}

// The message with the button “Undo” after a change.

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
  alsoOver?: AlsoOver,
): Promise<void> {
  await offerStep(deps, message, { button: t('Undo'), step: () => undoChange(deps, change), alsoOver });
}

/** After an undo that deleted what the change had brought: the key did not say what it would undo. */
async function offerRedo(deps: UndoDeps, change: ReversibleChange): Promise<void> {
  const undone = t('Undone: {0}.', labelOf(deps, change));
  const { length } = change.items;
  const deletion = length === 1 ? t('It is deleted now.') : t('{0} records are deleted now.', length);
  const step = () => redoChange(deps, change);
  await offerStep(deps, `${undone} ${deletion}`, { button: t('Redo'), step });
}

interface AlsoOver {
  readonly source: Event<unknown>;
  readonly isOver: () => boolean;
}

interface OfferedStep {
  readonly button: string;
  readonly step: () => Promise<void>;
  readonly alsoOver?: AlsoOver | undefined;
}

async function offerStep(
  deps: UndoDeps,
  message: string,
  { button, step, alsoOver }: OfferedStep,
): Promise<void> {
  const over = new AbortController();
  const subscriptions = [
    deps.history.onDidChange(() => over.abort()),
    alsoOver?.source(() => alsoOver.isOver() && over.abort()),
  ];
  try {
    const outdated = AbortSignal.any([over.signal, AbortSignal.timeout(offerMs)]);
    if ((await showUntil(outdated, message, button)) === button) await step();
  } catch (error) {
    void showError('', error, deps.log);
  } finally {
    for (const subscription of subscriptions) subscription?.dispose();
  }
}
