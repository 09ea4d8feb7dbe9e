// One change of one record. If it fails, a message says what it was, and it can be made again with what was typed.
import * as vscode from 'vscode';
import { isCancelled } from '#host/messages/userError.ts';
import { mayHaveArrived } from '#model/connections/mayHaveArrived.ts';
import type { WriteAction } from '#model/connections/writeGuard.ts';
import type { UndoHistory, ReversibleChange } from '#model/records/changes/undoHistory.ts';
import { formatListRef, formatRecordRef, type ListRef, type RecordRef } from '#model/records/recordRef.ts';
import { type RetryDeps, offerRetry } from './offerRetry.ts';

const { t } = vscode.l10n;

interface Change {
  readonly action: WriteAction;
  /** The record, or the list of a new one. */
  readonly ref: RecordRef | ListRef;
  /** What distinguishes it from others of its kind; undefined if a later one to the same record takes its place. */
  readonly about?: string;
  /** What to say where it fails, as a sentence; a function where that depends on how much of it was made. */
  readonly attempt: string | (() => string);
  /** Throws what the change throws. */
  readonly run: () => Promise<unknown>;
}

/** Shows the error that the change ends with. Rejects only for a cancellation. */
export async function makeChange(deps: RetryDeps, change: Change): Promise<void> {
  const { action, ref, about, run } = change;
  const place = 'id' in ref ? formatRecordRef(ref) : formatListRef(ref);
  const key = [action, place, about].join(' ');
  try {
    await run();
    deps.failedChanges.drop(key);
    deps.failedChanges.dropParts(action, [place]);
  } catch (error) {
    if (isCancelled(error)) throw error;
    deps.failedChanges.dropParts(action, [place]); // the newer failure is retried instead
    deps.log.error(`Could not change ${ref.kind} ${'id' in ref ? ref.id : ''} (${action}).`, error);
    const attempt = withDoubt(change, error);
    const failed = { connectionId: ref.connectionId, key, attempt, retry: () => makeChange(deps, change) };
    void offerRetry(deps, failed, error, []);
  }
}

/** The same for a change that can be undone: `redo` makes it. */
export async function makeReversible(
  deps: RetryDeps & { readonly history: UndoHistory },
  { label, undo, redo, ...change }: Omit<Change, 'run'> & Omit<ReversibleChange, 'projects'>,
): Promise<void> {
  const { history } = deps;
  const run = async () =>
    history.track(async () => {
      await redo();
      history.add({ label, projects: [change.ref], undo, redo });
    });
  await makeChange(deps, { ...change, run });
}

/** Creating twice would make two records. A tile that has moved already counts as moved; all else can be sent twice. */
function withDoubt({ action, attempt }: Change, error: unknown): string {
  const mayExist = action === 'create' && mayHaveArrived(error);
  const words = typeof attempt === 'string' ? attempt : attempt();
  return mayExist ? `${words} ${t('It may have been created anyway. Refresh before you retry.')}` : words;
}
