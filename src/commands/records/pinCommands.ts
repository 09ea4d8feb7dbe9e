// Pin and Unpin: a dashboard on the service, a cohort on this machine only, because the interface has no pin for it.
import * as vscode from 'vscode';
import { changeEach } from '#commands/makeChange.ts';
import type { RetryDeps } from '#commands/offerRetry.ts';
import { type FailureReport, reportFailedRecords } from '#commands/reportFailedRecords.ts';
import { type CommandTargets, requireEditable } from '#commands/targets/commandTargets.ts';
import { describeRecords, nameOrCount, quotedName } from '#commands/targets/recordNames.ts';
import { redoChange, undoChange, type UndoDeps } from '#commands/undoCommands.ts';
import { showStatus } from '#host/messages/showMessage.ts';
import { UserError } from '#host/messages/userError.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { changeOfEach, type ReversibleChange } from '#model/records/changes/undoHistory.ts';
import { isPinned } from '#model/records/deckRecord.ts';
import type { LocalPins } from '#model/records/localPins.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';

const { t } = vscode.l10n;

export interface PinDeps extends RetryDeps, UndoDeps {
  readonly catalog: Catalog;
  readonly guard: WriteGuard;
  readonly pins: LocalPins;
  readonly shown: Pick<ShownRecords, 'keep'>;
  readonly targets: CommandTargets;
}

export function createPinCommands(deps: PinDeps) {
  return {
    'cohortDeck.pin': (...args: readonly unknown[]) => pinSelected(deps, args, true),
    'cohortDeck.unpin': (...args: readonly unknown[]) => pinSelected(deps, args, false),
  };
}

async function pinSelected(deps: PinDeps, args: readonly unknown[], pinned: boolean): Promise<void> {
  const { catalog, pins, targets } = deps;
  const refs = await targets.records(args, ['dashboard', 'cohort'], pinned ? t('Pin') : t('Unpin'));
  const changed = refs.filter((ref) => {
    if (ref.kind === 'cohort') return pins.has(ref) !== pinned;
    const record = catalog.get(ref);
    return !record || isPinned(record) !== pinned;
  });
  if (refs.length > 0 && changed.length === 0)
    return void showStatus(pinned ? t('Already pinned') : t('Not pinned'), 3000, 'pin');
  const cohorts = changed.filter(({ kind }) => kind === 'cohort');
  const dashboards = changed.filter(({ kind }) => kind === 'dashboard');
  if (cohorts.length > 0) await pinHere(deps, cohorts, pinned);
  requireEditable(deps, dashboards);
  if (dashboards.length > 0) await setPinned(deps, dashboards, pinned);
}

/** @param refs cohorts */
async function pinHere(deps: PinDeps, refs: readonly RecordRef[], toPin: boolean): Promise<void> {
  const { catalog, history, pins, shown } = deps;
  const former = pins.all;
  let pinned: vscode.Disposable | undefined;
  const set = async (isWanted: boolean) => {
    pinned?.dispose(); // its sentence no longer holds
    if (isWanted && !pins.hasRoomFor(refs))
      throw new UserError(
        t('Up to {0} cohorts can be pinned on this machine. Unpin some, then pin again.', pins.limit),
      );
    for (const ref of refs) shown.keep(ref);
    await pins.set(refs, isWanted, former);
    return true;
  };
  const names = nameOrCount(refs.map((ref) => quotedName(catalog, ref)));
  const label = toPin ? t('Pin {0} on this machine', names) : t('Unpin {0} on this machine', names);
  await history.track(async () => {
    await set(toPin);
    history.add({ label, projects: refs, undo: () => set(!toPin), redo: () => set(toPin) });
  });
  const sentence = t('Pinned {0} on this machine only. Nothing was sent to the service.', names);
  if (toPin) pinned = showStatus(sentence, 5000, 'pin');
}

async function setPinned(deps: PinDeps, refs: readonly RecordRef[], pinned: boolean): Promise<void> {
  await deps.history.track(async () => {
    const done = await updatePinned(deps, refs, pinned, (again) => setPinned(deps, again, pinned));
    if (done.length === 0) return;
    const names = nameOrCount(done.map((ref) => quotedName(deps.catalog, ref)));
    const change: ReversibleChange = changeOfEach(
      pinned ? t('Pin {0}', names) : t('Unpin {0}', names),
      done,
      (again) => updatePinned(deps, again, !pinned, () => undoChange(deps, change)),
      (again) => updatePinned(deps, again, pinned, () => redoChange(deps, change)),
    );
    deps.history.add(change);
  });
}

/** Asks first if the dashboards are in production. Shows a message about failures. @returns the changed dashboards */
async function updatePinned(
  deps: PinDeps,
  refs: readonly RecordRef[],
  pinned: boolean,
  retry: FailureReport['retry'],
): Promise<readonly RecordRef[]> {
  const { catalog, guard } = deps;
  const action = pinned ? 'pin' : 'unpin';
  const name = (ref: RecordRef) => quotedName(catalog, ref);
  const detail = describeRecords(refs, name, (ref) => guard.projectName(ref));
  const approval = await guard.approve({ action, projects: refs, detail });
  const writer = catalog.writer(approval);
  const outcome = await changeEach(refs, (ref) => writer.update(ref, { pinned }));
  void reportFailedRecords(deps, outcome, {
    action,
    nameOf: name,
    summarize: (done, total, failedNames) => {
      if (done === 0)
        return pinned ? t('Could not pin {0}.', failedNames) : t('Could not unpin {0}.', failedNames);
      return pinned
        ? t('Pinned {0} of {1}. Could not pin {2}.', done, total, failedNames)
        : t('Unpinned {0} of {1}. Could not unpin {2}.', done, total, failedNames);
    },
    retry,
  });
  return outcome.done;
}
