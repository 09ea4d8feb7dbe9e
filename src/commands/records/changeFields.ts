// A change of fields of one or several records, which can be undone: each is tried, and one message names those that failed.
import * as vscode from 'vscode';
import { errorKind, UserError } from '#host/messages/userError.ts';
import type { Lockout, WriteAction, WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog, CatalogWriter } from '#model/records/catalog.ts';
import { type FieldChange, inverseOf, isEmpty } from '#model/records/changes/fieldChange.ts';
import { isRestricted, lockoutOf } from '#model/records/dashboardLockout.ts';
import type { OwnUsers } from '#model/records/search/ownUsers.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import {
  type ChangeOutcome,
  changeRecords,
  changeReversibly,
  type FailureReport,
} from '#commands/changeRecords.ts';
import { makeReversible } from '#commands/makeChange.ts';
import type { RetryDeps } from '#commands/offerRetry.ts';
import { nameOrCount, nameWithKind, quotedName } from '#commands/targets/recordNames.ts';
import type { UndoDeps } from '#commands/undoCommands.ts';

const { t } = vscode.l10n;

export interface FieldChangeDeps extends UndoDeps, RetryDeps {
  readonly catalog: Catalog;
  readonly guard: WriteGuard;
  readonly ownUsers: Pick<OwnUsers, 'isMine'>;
  readonly shown: Pick<ShownRecords, 'keep'>;
}

export interface FieldChangeWords {
  readonly action: WriteAction;
  /** Such as `Edit Tags of “Churn”`. */
  readonly label: (names: string) => string;
  readonly summarize: FailureReport['summarize'];
  /** The change in lines, for the question before it; none if the action says all. */
  readonly describe?: (change: FieldChange) => readonly string[];
  /** Those of an undo, if they are others. */
  readonly reversed?: FieldChangeWords;
}

export async function changeFields(
  deps: FieldChangeDeps,
  words: FieldChangeWords,
  changes: readonly FieldChange[],
): Promise<void> {
  const [only, ...others] = changes;
  if (!only) return;
  if (others.length === 0) return changeOne(deps, words, only);
  const refs = changes.map(({ ref }) => ref);
  const changesOf = (again: readonly RecordRef[]) => changes.filter(({ ref }) => again.includes(ref));
  const back = words.reversed ?? words;
  const inverses = new Map<RecordRef, FieldChange>();
  const noteInverse = (inverse: FieldChange) => inverses.set(inverse.ref, inverse);
  await changeReversibly(deps, refs, {
    label: (done) => words.label(nameOrCount(done.map((ref) => quotedName(deps.catalog, ref)))),
    make: (again, { retry }) => sendFields(deps, words, changesOf(again), retry, noteInverse),
    takeBack: async (again, { retry }) => {
      const wanted = again.flatMap((ref) => inverses.get(ref) ?? []);
      const toSend = wanted.filter((inverse) => !isEmpty(inverse));
      const { done, failed } = await sendFields(deps, back, toSend, retry);
      return { done: [...done, ...wanted.filter(isEmpty).map(({ ref }) => ref)], failed };
    },
    retry: (again) => changeFields(deps, words, changesOf(again)),
  });
}

async function changeOne(deps: FieldChangeDeps, words: FieldChangeWords, change: FieldChange): Promise<void> {
  const { ref } = change;
  const name = quotedName(deps.catalog, ref);
  let inverse = change;
  const update = async ({ action, describe }: FieldChangeWords, one: FieldChange) => {
    const detail = [nameWithKind(ref, name), ...(describe?.(one) ?? [])].join('\n');
    const lockouts = lockoutsOf(deps, [one]);
    const approval = await deps.guard.approve({ action, projects: [ref], detail, lockouts });
    return updateRecord(deps, deps.catalog.writer(approval), one);
  };
  const { action, label, summarize, reversed: back = words } = words;
  await makeReversible(deps, {
    action,
    ref,
    attempt: summarize(0, 1, name),
    label: label(name),
    make: async () => {
      inverse = await update(words, change);
      return true;
    },
    undo: async () => {
      if (!isEmpty(inverse)) await update(back, inverse);
      return true;
    },
  });
}

/** @param onMade gets what undoes each change */
function sendFields(
  deps: FieldChangeDeps,
  { action, summarize, describe }: FieldChangeWords,
  changes: readonly FieldChange[],
  retry: FailureReport['retry'],
  onMade?: (inverse: FieldChange) => void,
): Promise<ChangeOutcome> {
  const byRef = new Map(changes.map((change) => [change.ref, change]));
  const nameOf = (ref: RecordRef) => quotedName(deps.catalog, ref);
  const wordsOf = (ref: RecordRef) => {
    const change = byRef.get(ref);
    return change && describe ? t('{0}: {1}', nameOf(ref), describe(change).join('; ')) : nameOf(ref);
  };
  return changeRecords(deps, [...byRef.keys()], {
    action,
    nameOf,
    describe: wordsOf,
    lockouts: lockoutsOf(deps, changes),
    make: async (writer, ref) => {
      const change = byRef.get(ref);
      if (!change) return;
      const inverse = await updateRecord(deps, writer, change);
      onMade?.(inverse);
    },
    summarize,
    retry,
  });
}

function lockoutsOf(
  { catalog, ownUsers }: FieldChangeDeps,
  changes: readonly FieldChange[],
): readonly Lockout[] {
  return changes
    .map(({ ref, after }) => lockoutOf(ref, catalog.get(ref), after.restriction_level, ownUsers))
    .filter((lockout) => lockout !== undefined);
}

/**
 * Throws UserError if the service rejects it because only collaborators can edit the dashboard.
 * @returns what undoes it
 */
async function updateRecord(
  { catalog, connections, log, shown }: FieldChangeDeps,
  writer: CatalogWriter,
  change: FieldChange,
): Promise<FieldChange> {
  const { ref, before, after } = change;
  shown.keep(ref);
  try {
    const replaced = await writer.update(ref, after, after.tags ? { tags: before.tags ?? [] } : {});
    return inverseOf(change, replaced ?? before);
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
