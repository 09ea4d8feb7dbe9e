// Who is in a static cohort: persons are added by their emails or IDs, from another cohort or from a table, and removed.
import * as vscode from 'vscode';
import { offerRetry, type RetryDeps, runShowingError } from '#commands/offerRetry.ts';
import { requireEditable } from '#commands/targets/commandTargets.ts';
import { formatDuration } from '#commands/exports/exportResultText.ts';
import { nameWithKind, quotedName } from '#commands/targets/recordNames.ts';
import { offerUndo, redoChange, undoChange, type UndoDeps } from '#commands/undoCommands.ts';
import { showUntil, showUntilEnd, type WatchEnd } from '#host/messages/openNotification.ts';
import { showInformation, showWarning } from '#host/messages/showMessage.ts';
import { showStepsWhenSlow } from '#host/messages/showWhenSlow.ts';
import { isCancelled, UserError } from '#host/messages/userError.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { FailedChange } from '#model/connections/retryRegistry.ts';
import type { ReversibleChange } from '#model/records/changes/undoHistory.ts';
import { findMembers, isWithoutStaticPersons, PersonsChange } from '#model/records/persons/staticPersons.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import {
  askAdded,
  askCohort,
  askRemoved,
  type ChoosePersons,
  type ChosenPersons,
  givenPersons,
  isStaticCohort,
  type PersonSources,
  whileReading,
} from './askPersons.ts';

const { t } = vscode.l10n;

export interface StaticPersonDeps extends RetryDeps, UndoDeps, PersonSources {
  readonly guard: WriteGuard;
}

interface Deps extends StaticPersonDeps {
  /** The connections whose service has refused, in this window, to change who is in a static cohort at all. */
  readonly withoutPersons: Set<string>;
}

export function createStaticPersonCommands(given: StaticPersonDeps) {
  const deps: Deps = { ...given, withoutPersons: new Set() };
  return {
    /** The third argument: persons that a table has, see `givenPersons`; then nothing asks for them. */
    'cohortDeck.addPersons': (...args: readonly unknown[]) => choosePersons(deps, args, askAdded, addPersons),
    'cohortDeck.removePersons': (...args: readonly unknown[]) =>
      choosePersons(deps, args, askRemoved, removePersons),
  };
}

async function addPersons(deps: Deps, { ref, chosen }: AskedPersons): Promise<void> {
  const before = await membersAmong(deps, ref, chosen.labels);
  const persons = [...chosen.labels.keys()].filter((person) => !before.has(person));
  const job = createJob(deps, ref, new PersonsChange('addPersons', persons), chosen, before.size);
  if (persons.length > 0) await run(deps, job);
  else await reportEnd(deps, job, chosen.notFound);
}

async function removePersons(deps: Deps, { ref, chosen, isOfRows }: AskedPersons): Promise<void> {
  // Rows may be old, and undo must add only those that were in it.
  const persons = isOfRows ? await membersAmong(deps, ref, chosen.labels) : new Set(chosen.labels.keys());
  if (persons.size === 0)
    throw new UserError(t('None of these persons is in {0}.', quotedName(deps.catalog, ref)));
  const change = new PersonsChange('removePersons', persons);
  await run(deps, createJob(deps, ref, change, { ...chosen, unproven: new Set() }, 0));
}

interface AskedPersons {
  readonly ref: RecordRef;
  readonly chosen: ChosenPersons;
  /** They are rows of a table, for which nothing asked. */
  readonly isOfRows: boolean;
}

/** Asks for the cohort and, unless they are given, for the persons. */
async function choosePersons(
  deps: Deps,
  args: readonly unknown[],
  ask: ChoosePersons,
  change: (deps: Deps, asked: AskedPersons) => Promise<void>,
): Promise<void> {
  const given = givenPersons(args);
  const ref = await askCohort(deps, args, given);
  if (!ref) return;
  requireEditable(deps, [ref]);
  if (deps.withoutPersons.has(ref.connectionId)) throw withoutStaticPersons();
  await requireStatic(deps, ref);
  if (given) await change(deps, { ref, chosen: given, isOfRows: true });
  else await ask(deps, ref, async (chosen) => change(deps, { ref, chosen, isOfRows: false }));
}

/** Whether a cohort is static is asked of the service: persons who are sent to another one are refused. */
async function requireStatic({ catalog }: Deps, ref: RecordRef): Promise<void> {
  const record = await catalog.retrieve(ref);
  if (isStaticCohort(record)) return;
  throw new UserError(
    t(
      '{0} is not static: its filters decide who is in it. Select a static cohort.',
      quotedName(catalog, ref),
    ),
  );
}

async function membersAmong(
  deps: Deps,
  ref: RecordRef,
  persons: Pick<ReadonlyMap<string, unknown>, 'keys'>,
): Promise<ReadonlySet<string>> {
  const wanted = new Set(persons.keys());
  if (wanted.size === 0) return wanted;
  const title = t('Checking who is in {0}', quotedName(deps.catalog, ref));
  return whileReading(deps, ref, title, (cohorts, options) => findMembers(cohorts, ref.id, wanted, options));
}

/** A change of persons, from its question to its report. */
interface Job {
  readonly ref: RecordRef;
  readonly change: PersonsChange;
  readonly chosen: ChosenPersons;
  /** How many of the chosen ones were in the cohort before. */
  readonly already: number;
  readonly reversible: ReversibleChange;
}

function createJob(
  deps: Deps,
  ref: RecordRef,
  change: PersonsChange,
  chosen: ChosenPersons,
  already: number,
): Job {
  const name = quotedName(deps.catalog, ref);
  const opposite = change.action === 'addPersons' ? 'removePersons' : 'addPersons';
  let step: PersonsChange | undefined; // what a cancelled or failed step has left
  const take = async (action: PersonsChange['action'], again: () => Promise<void>): Promise<boolean> => {
    const isOfAll = step?.action === action && step.total === change.sent.length; // more may have been sent since
    if (!step || !isOfAll) step = new PersonsChange(action, change.sent);
    try {
      await send(deps, ref, step);
    } catch (error) {
      // A cancelled step is silent, but who has seen that persons are gone must know that others are left.
      if (isCancelled(error) && step.done > 0) void offerRest(deps, describePart(deps, ref, step), again);
      throw error;
    }
    step = undefined;
    return true;
  };
  const reversible: ReversibleChange = {
    label:
      change.action === 'addPersons'
        ? t('Add {0} to {1}', formatPersons(change.total, t), name)
        : t('Remove {0} from {1}', formatPersons(change.total, t), name),
    items: [ref],
    undo: () => take(opposite, () => undoChange(deps, reversible)),
    redo: () => take(change.action, () => redoChange(deps)),
  };
  return { ref, change, chosen, already, reversible };
}

/** Asks in production, and sends what is left of the change. Throws ApiError. */
async function send(deps: Deps, ref: RecordRef, change: PersonsChange): Promise<void> {
  const { catalog, guard } = deps;
  const name = quotedName(catalog, ref);
  const { action, left } = change;
  const isAddition = action === 'addPersons';
  const count = formatPersons(left, t);
  const what = isAddition ? t('Add {0}', count) : t('Remove {0}', count);
  const detail = [nameWithKind(ref, name), what].join('\n');
  const writer = catalog.writer(await guard.approve({ action, projects: [ref], detail }));
  const title = isAddition ? t('Adding persons to {0}', name) : t('Removing persons from {0}', name);
  const [startedAt, before] = [performance.now(), change.done];
  const onStep = (persons: number): string => {
    const perMs = (persons - before) / (performance.now() - startedAt);
    const counts = t('{0} of {1}', formatCount(persons), formatCount(change.total));
    return perMs > 0
      ? `${counts}, ${t('{0} left', formatDuration((change.total - persons) / perMs / 1000))}`
      : counts;
  };
  await showStepsWhenSlow(title, (report, signal) =>
    writer.changePersons(ref, change, { signal, onStep: (persons) => report(onStep(persons)) }),
  );
}

/** Can be called again for what is left. */
async function run(deps: Deps, job: Job): Promise<void> {
  const { change, ref, reversible } = job;
  const before = change.sent.length;
  try {
    await deps.history.track(async () => {
      try {
        await send(deps, ref, change);
      } finally {
        if (change.sent.length > before) deps.history.add(reversible);
      }
    });
  } catch (error) {
    if (isWithoutStaticPersons(error)) {
      deps.withoutPersons.add(ref.connectionId);
      throw withoutStaticPersons();
    }
    if (isCancelled(error) && change.sent.length === 0) throw error;
    void offerToContinue(deps, job, error);
    return;
  }
  await reportEnd(deps, job, await findUnknown(deps, job));
}

function withoutStaticPersons(): UserError {
  return new UserError(
    t('The API of this service cannot add or remove persons of a static cohort. Use its web UI.'),
  );
}

/** What the service ignored of what it has accepted: it does not say whom it knows. Undefined if that cannot be read. */
async function findUnknown(deps: Deps, { ref, change, chosen }: Job): Promise<readonly string[] | undefined> {
  const { labels, notFound, unproven } = chosen;
  const asked = new Map(change.sent.filter((person) => unproven.has(person)).map((person) => [person, '']));
  let isIn: ReadonlySet<string>;
  try {
    isIn = await membersAmong(deps, ref, asked);
  } catch (error) {
    deps.log.warn('Could not read whether persons were added.', error);
    return undefined;
  }
  const missing = [...asked.keys()].filter((person) => !isIn.has(person));
  return [...notFound, ...[...change.unknown, ...missing].map((person) => labels.get(person) ?? person)];
}

/** After an error, or if the person stopped it. */
async function offerToContinue(deps: Deps, job: Job, error: unknown): Promise<void> {
  const { change, ref, reversible } = job;
  const attempt = describePart(deps, ref, change);
  const failed: FailedChange = {
    connectionId: ref.connectionId,
    keys: [`${change.key} ${formatRecordRef(ref)}`],
    attempt,
    retry: () => run(deps, job),
    made: reversible.items,
  };
  const undo = t('Undo');
  const buttons = change.sent.length > 0 ? [undo] : [];
  const choice = isCancelled(error)
    ? await offerToResume(deps, failed, buttons)
    : await offerRetry(deps, failed, error, buttons);
  if (choice === undo) await runShowingError(deps.log, async () => undoChange(deps, reversible));
}

function describePart({ catalog }: Deps, ref: RecordRef, change: PersonsChange): string {
  const { action, done, total } = change;
  const counts = [formatCount(done), formatPersons(total, t), quotedName(catalog, ref)] as const;
  return action === 'addPersons'
    ? t('Added {0} of {1} to {2}.', ...counts)
    : t('Removed {0} of {1} from {2}.', ...counts);
}

/** Of an undo or redo that was stopped, until another one or a new change ends. */
async function offerRest(deps: Deps, sentence: string, again: () => Promise<void>): Promise<void> {
  const watch: WatchEnd = (end) => [deps.history.onDidChange(end)];
  const choice = await showUntilEnd(watch, sentence, t('Continue'));
  if (choice !== undefined) await runShowingError(deps.log, again);
}

async function offerToResume(
  { retries, log }: Deps,
  failed: FailedChange,
  buttons: readonly string[],
): Promise<string | undefined> {
  const gone = retries.add(failed);
  const resume = t('Continue');
  const choice = await showUntil(gone, failed.attempt, resume, ...buttons);
  if (choice !== resume) return choice;
  await runShowingError(log, () => retries.retry(retries.leftOf(gone)));
  return undefined;
}

/** @param missing what means nobody, as the person has named it; undefined if that is not known of all */
async function reportEnd(deps: Deps, job: Job, missing: readonly string[] | undefined): Promise<void> {
  const { change, chosen, ref, reversible, already } = job;
  const name = quotedName(deps.catalog, ref);
  const unknown = missing ?? chosen.notFound;
  const ignored = missing ? missing.length - chosen.notFound.length - change.unknown.length : 0;
  const changed = change.sent.length - ignored;
  const sentence = [
    changeText(change.action, changed, name),
    ...(already > 0 ? [t('{0} in it already.', formatPersons(already, t))] : []),
    ...(unknown.length > 0 ? [t('{0} not found.', formatCount(unknown.length))] : []),
    ...(missing ? [] : [t('Could not check whether the service knows all of them.')]),
  ].join(' ');
  if (unknown.length > 0)
    return void showUnknown(deps, sentence, unknown, changed > 0 ? reversible : undefined);
  if (changed > 0) return void offerUndo(deps, reversible, sentence);
  void showInformation(sentence);
}

function changeText(action: PersonsChange['action'], persons: number, name: string): string {
  if (action === 'removePersons') return t('Removed {0} from {1}.', formatPersons(persons, t), name);
  return persons === 0
    ? t('Nobody was added to {0}.', name)
    : t('Added {0} to {1}.', formatPersons(persons, t), name);
}

/** They open as a text, from which they can be copied. */
async function showUnknown(
  deps: Deps,
  sentence: string,
  unknown: readonly string[],
  reversible: ReversibleChange | undefined,
): Promise<void> {
  const [show, undo] = [t('Show Who Was Not Found'), t('Undo')];
  const choice = await showWarning(sentence, show, ...(reversible ? [undo] : []));
  if (choice === undo && reversible) await undoChange(deps, reversible);
  if (choice !== show) return;
  await runShowingError(deps.log, async () => {
    const document = await vscode.workspace.openTextDocument({ content: `${unknown.join('\n')}\n` });
    await vscode.window.showTextDocument(document);
  });
}
