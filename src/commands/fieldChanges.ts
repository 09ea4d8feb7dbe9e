// A change of fields of one or several records, which can be undone: each is tried, and one message names those that failed.
import * as vscode from 'vscode';
import { errorKind, UserError } from '#host/userError.ts';
import type { Lockout, WriteAction, WriteApproval, WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { changeOfEach, type ReversibleChange } from '#model/records/changeHistory.ts';
import { isCohort, type RecordFields, withDifference } from '#model/records/deckRecord.ts';
import { isRestricted, lockoutOf } from '#model/records/lockout.ts';
import type { OwnUsers } from '#model/records/ownUsers.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { changeEach, type FailureReport, reportFailures } from './changeEach.ts';
import { type ChangeDeps, makeReversible } from './makeChange.ts';
import { describeRecords, nameOrCount, nameWithKind, quotedName } from './recordNames.ts';
import { redoChange, undoChange, type UndoDeps } from './undoCommands.ts';

const { t } = vscode.l10n;

export interface FieldChangeDeps extends UndoDeps, ChangeDeps {
  readonly catalog: Catalog;
  readonly guard: WriteGuard;
  readonly ownUsers: Pick<OwnUsers, 'isMine'>;
}

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
  /** The changed fields, for the question before the change. */
  readonly describe: (fields: RecordFields) => string;
}

export async function changeFields(
  deps: FieldChangeDeps,
  words: FieldChangeWords,
  changes: readonly FieldChange[],
): Promise<void> {
  const [only, ...others] = changes;
  if (!only) return;
  if (others.length === 0) return changeOne(deps, words, only);
  const changeOf = (ref: RecordRef) => changes.filter((change) => change.ref === ref);
  const send = (refs: readonly RecordRef[], side: 'before' | 'after', retry: FailureReport['retry']) =>
    sendFields(deps, words, {
      refs,
      retry,
      fieldsOf: (ref) => changeOf(ref)[0]?.[side] ?? {},
      expectedOf: (ref) => changeOf(ref)[0]?.[side === 'after' ? 'before' : 'after'] ?? {},
    });
  await deps.history.track(async () => {
    const refs = changes.map(({ ref }) => ref);
    const done = await send(refs, 'after', (again) => changeFields(deps, words, again.flatMap(changeOf)));
    if (done.length === 0) return;
    const change: ReversibleChange = changeOfEach(
      words.label(nameOrCount(done.map((ref) => quotedName(deps.catalog, ref)))),
      done,
      (again) => send(again, 'before', () => undoChange(deps, change)),
      (again) => send(again, 'after', () => redoChange(deps, change)),
    );
    deps.history.add(change);
  });
}

async function changeOne(
  deps: FieldChangeDeps,
  { action, label, summarize, describe }: FieldChangeWords,
  { ref, before, after }: FieldChange,
): Promise<void> {
  const name = quotedName(deps.catalog, ref);
  const update = async (fields: RecordFields, expected: RecordFields) => {
    const detail = `${nameWithKind(ref, name)}\n${describe(fields)}`;
    const lockouts = lockoutsOf(deps, [ref], () => fields);
    const approval = await deps.guard.approve({ action, projects: [ref], detail, lockouts });
    await updateRecord(deps, approval, ref, { fields, expected });
    return true;
  };
  const [undo, redo] = [() => update(before, after), () => update(after, before)];
  await makeReversible(deps, { action, ref, attempt: summarize(0, 1, name), label: label(name), undo, redo });
}

interface Sending {
  readonly refs: readonly RecordRef[];
  readonly fieldsOf: (ref: RecordRef) => RecordFields;
  /** What the records have as far as the person knows. */
  readonly expectedOf: (ref: RecordRef) => RecordFields;
  readonly retry: FailureReport['retry'];
}

/** Asks first where the records are in production. @returns the changed records */
async function sendFields(
  deps: FieldChangeDeps,
  { action, summarize, describe }: FieldChangeWords,
  { refs, fieldsOf, expectedOf, retry }: Sending,
): Promise<readonly RecordRef[]> {
  const nameOf = (ref: RecordRef) => quotedName(deps.catalog, ref);
  const changeOf = (ref: RecordRef) => t('{0}: {1}', nameOf(ref), describe(fieldsOf(ref)));
  const detail = describeRecords(refs, changeOf, (ref) => deps.guard.nameOf(ref));
  const lockouts = lockoutsOf(deps, refs, fieldsOf);
  const approval = await deps.guard.approve({ action, projects: refs, detail, lockouts });
  const outcome = await changeEach(refs, (ref) =>
    updateRecord(deps, approval, ref, { fields: fieldsOf(ref), expected: expectedOf(ref) }),
  );
  void reportFailures(deps, outcome, { action, nameOf, summarize, retry });
  return outcome.done;
}

interface FieldUpdate {
  readonly fields: RecordFields;
  /** What the record has as far as the person knows. */
  readonly expected: RecordFields;
}

function lockoutsOf(
  { catalog, ownUsers }: FieldChangeDeps,
  refs: readonly RecordRef[],
  fieldsOf: (ref: RecordRef) => RecordFields,
): readonly Lockout[] {
  return refs
    .map((ref) => lockoutOf(ref, catalog.get(ref), fieldsOf(ref).restriction_level, ownUsers))
    .filter((lockout) => lockout !== undefined);
}

/** Throws UserError where the service refuses it because only collaborators can edit the dashboard. */
async function updateRecord(
  { catalog, connections, log }: FieldChangeDeps,
  approval: WriteApproval,
  ref: RecordRef,
  update: FieldUpdate,
): Promise<void> {
  try {
    await catalog.writer(approval).update(ref, await fieldsToSend(catalog, ref, update));
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

/** Tags are sent as a whole, so those that others have added or removed meanwhile are read first. */
async function fieldsToSend(
  catalog: Catalog,
  ref: RecordRef,
  { fields, expected }: FieldUpdate,
): Promise<RecordFields> {
  if (!fields.tags) return fields;
  const record = await catalog.retrieve(ref);
  const current = isCohort(record) ? [] : record.tags;
  return { ...fields, tags: withDifference(current, expected.tags ?? [], fields.tags) };
}
