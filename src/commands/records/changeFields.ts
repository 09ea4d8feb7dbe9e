// A change of fields of one or several records, which can be undone: each is tried, and one message names those that failed.
import * as vscode from 'vscode';
import { errorKind, UserError } from '#host/messages/userError.ts';
import type { Lockout, WriteAction, WriteApproval, WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { changeOfEach, type ReversibleChange } from '#model/records/changes/undoHistory.ts';
import type { RecordFields } from '#model/records/deckRecord.ts';
import { isRestricted, lockoutOf } from '#model/records/dashboardLockout.ts';
import type { OwnUsers } from '#model/records/search/ownUsers.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { changeEach, makeReversible } from '#commands/makeChange.ts';
import { type FailureReport, reportFailedRecords } from '#commands/reportFailedRecords.ts';
import type { RetryDeps } from '#commands/offerRetry.ts';
import { describeRecords, nameOrCount, nameWithKind, quotedName } from '#commands/targets/recordNames.ts';
import { redoChange, undoChange, type UndoDeps } from '#commands/undoCommands.ts';

const { t } = vscode.l10n;

export interface FieldChangeDeps extends UndoDeps, RetryDeps {
  readonly catalog: Catalog;
  readonly guard: WriteGuard;
  readonly ownUsers: Pick<OwnUsers, 'isMine'>;
  readonly shown: Pick<ShownRecords, 'keep'>;
}

/** The fields of a record as the person knows them, and what replaces them. */
export interface FieldChange {
  readonly ref: RecordRef;
  readonly before: RecordFields;
  readonly after: RecordFields;
}

export interface FieldChangeWords {
  readonly action: WriteAction;
  /** Such as `Edit Tags of “Churn”`. */
  readonly label: (names: string) => string;
  readonly summarize: FailureReport['summarize'];
  /** The change in lines, for the question before it. */
  readonly describe: (change: FieldChange) => readonly string[];
}

export async function changeFields(
  deps: FieldChangeDeps,
  words: FieldChangeWords,
  changes: readonly FieldChange[],
): Promise<void> {
  const [only, ...others] = changes;
  if (!only) return;
  if (others.length === 0) return changeOne(deps, words, only);
  const changesOf = (refs: readonly RecordRef[]) => changes.filter(({ ref }) => refs.includes(ref));
  await deps.history.track(async () => {
    const done = await sendFields(deps, words, changes, (again) =>
      changeFields(deps, words, changesOf(again)),
    );
    if (done.length === 0) return;
    const change: ReversibleChange = changeOfEach(
      words.label(nameOrCount(done.map((ref) => quotedName(deps.catalog, ref)))),
      done,
      (again) => sendFields(deps, words, changesOf(again).map(reversed), () => undoChange(deps, change)),
      (again) => sendFields(deps, words, changesOf(again), () => redoChange(deps, change)),
    );
    deps.history.add(change);
  });
}

async function changeOne(
  deps: FieldChangeDeps,
  { action, label, summarize, describe }: FieldChangeWords,
  change: FieldChange,
): Promise<void> {
  const { ref } = change;
  const name = quotedName(deps.catalog, ref);
  const update = async (one: FieldChange) => {
    const detail = [nameWithKind(ref, name), ...describe(one)].join('\n');
    const lockouts = lockoutsOf(deps, [one]);
    const approval = await deps.guard.approve({ action, projects: [ref], detail, lockouts });
    await updateRecord(deps, approval, one);
    return true;
  };
  const [undo, make] = [() => update(reversed(change)), () => update(change)];
  await makeReversible(deps, { action, ref, attempt: summarize(0, 1, name), label: label(name), undo, make });
}

function reversed({ ref, before, after }: FieldChange): FieldChange {
  return { ref, before: after, after: before };
}

/** Asks first if the records are in production. @returns the changed records */
async function sendFields(
  deps: FieldChangeDeps,
  { action, summarize, describe }: FieldChangeWords,
  changes: readonly FieldChange[],
  retry: FailureReport['retry'],
): Promise<readonly RecordRef[]> {
  const byRef = new Map(changes.map((change) => [change.ref, change]));
  const refs = [...byRef.keys()];
  const nameOf = (ref: RecordRef) => quotedName(deps.catalog, ref);
  const wordsOf = (ref: RecordRef) => {
    const change = byRef.get(ref);
    return t('{0}: {1}', nameOf(ref), change ? describe(change).join('; ') : '');
  };
  const detail = describeRecords(refs, wordsOf, (ref) => deps.guard.projectName(ref));
  const lockouts = lockoutsOf(deps, changes);
  const approval = await deps.guard.approve({ action, projects: refs, detail, lockouts });
  const outcome = await changeEach(refs, async (ref) => {
    const change = byRef.get(ref);
    if (change) await updateRecord(deps, approval, change);
  });
  void reportFailedRecords(deps, outcome, { action, nameOf, summarize, retry });
  return outcome.done;
}

function lockoutsOf(
  { catalog, ownUsers }: FieldChangeDeps,
  changes: readonly FieldChange[],
): readonly Lockout[] {
  return changes
    .map(({ ref, after }) => lockoutOf(ref, catalog.get(ref), after.restriction_level, ownUsers))
    .filter((lockout) => lockout !== undefined);
}

/** Throws UserError if the service rejects it because only collaborators can edit the dashboard. */
async function updateRecord(
  { catalog, connections, log, shown }: FieldChangeDeps,
  approval: WriteApproval,
  change: FieldChange,
): Promise<void> {
  const { ref, before, after } = change;
  shown.keep(ref);
  try {
    await catalog.writer(approval).update(ref, after, after.tags && { tags: before.tags ?? [] });
  } catch (error) {
    if (errorKind(error) !== 'forbidden' || !isRestricted(catalog.get(ref))) throw error;
    log.warn(`Only collaborators can edit ${ref.kind} ${ref.id}.`, error);
    const sentence = t(
      'Only its creator, its collaborators and admins of the project can edit {0}. Ask one of them to change it in the web UI.',
      quotedName(catalog, ref),
    );
    const hasPage = connections.get(ref.connectionId)?.isSample === false;
    const open = {
      title: t('Open in Browser'),
      command: 'cohortDeck.openInBrowser',
      args: [recordNode(ref)],
    } as const;
    throw new UserError(sentence, hasPage ? open : undefined);
  }
}
