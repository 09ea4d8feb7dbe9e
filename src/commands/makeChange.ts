// One change of one record. If it fails, a message says what it was, and it can be made again with what was typed.
import * as vscode from 'vscode';
import { isCancelled } from '#host/messages/userError.ts';
import { mayHaveArrived } from '#model/connections/connectionError.ts';
import type { WriteAction } from '#model/connections/writeGuard.ts';
import type { ReversibleChange, UndoHistory } from '#model/records/changes/undoHistory.ts';
import { formatListRef, formatRecordRef, type ListRef, type RecordRef } from '#model/records/recordRef.ts';
import { offerRetry, type RetryDeps } from './offerRetry.ts';

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
  const whole = `${action} ${place}`;
  const keys = [about === undefined ? whole : `${whole} ${about}`];
  try {
    await run();
    deps.retries.drop(whole, ...keys);
  } catch (error) {
    if (isCancelled(error)) throw error;
    deps.retries.drop(whole); // the newer failure is retried instead
    deps.log.error(`Could not change ${ref.kind} ${'id' in ref ? ref.id : ''} (${action}).`, error);
    const attempt = withDoubt(change, error);
    const failed = { connectionId: ref.connectionId, keys, attempt, retry: () => makeChange(deps, change) };
    void offerRetry(deps, failed, error, []);
  }
}

/** The same for a change that can be undone: `make` makes it, also when it is redone. */
export async function makeReversible(
  deps: RetryDeps & { readonly history: UndoHistory },
  {
    label,
    undo,
    make,
    ...change
  }: Omit<Change, 'run'> &
    Pick<ReversibleChange, 'label' | 'undo'> & { readonly make: ReversibleChange['redo'] },
): Promise<void> {
  const { history } = deps;
  const run = async () =>
    history.track(async () => {
      await make();
      history.add({ label, items: [change.ref], undo, redo: make });
    });
  await makeChange(deps, { ...change, run });
}

/**
 * Makes a change with what was typed. It is asked for again, with what was typed, if the person cancels the question before
 * the change, or does not overwrite what somebody else has changed.
 */
export async function askUntilMade<T>(
  typed: T | undefined,
  ask: (typed: T) => Promise<T | undefined>,
  make: (typed: T) => Promise<void>,
): Promise<void> {
  for (let value = typed; value !== undefined;) {
    try {
      return await make(value);
    } catch (error) {
      if (!isCancelled(error)) throw error;
      value = await ask(value);
    }
  }
}

/** Creating twice would make two records. A tile that has moved already counts as moved; all else can be sent twice. */
function withDoubt({ action, attempt }: Change, error: unknown): string {
  const mayExist = action === 'create' && mayHaveArrived(error);
  const words = typeof attempt === 'string' ? attempt : attempt();
  return mayExist ? `${words} ${t('It may have been created anyway. Refresh before you retry.')}` : words;
}
