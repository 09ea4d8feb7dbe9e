// Pin and Unpin: a dashboard on the service, a cohort on this machine only, because the interface has no pin for it.
import * as vscode from 'vscode';
import { changeFields, type FieldChangeDeps, type FieldChangeWords } from './changeFields.ts';
import { type CommandTargets, requireEditable } from '#commands/targets/commandTargets.ts';
import { nameOrCount, quotedName } from '#commands/targets/recordNames.ts';
import { showStatus } from '#host/messages/showMessage.ts';
import { UserError } from '#host/messages/userError.ts';
import { isPinned } from '#model/records/deckRecord.ts';
import type { LocalPins } from '#model/records/localPins.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

const { t } = vscode.l10n;

export interface PinDeps extends FieldChangeDeps {
  readonly pins: LocalPins;
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
    history.add({ label, items: refs, undo: () => set(!toPin), redo: () => set(toPin) });
  });
  const sentence = t('Pinned {0} on this machine only. Nothing was sent to the service.', names);
  if (toPin) pinned = showStatus(sentence, 5000, 'pin');
}

function setPinned(deps: PinDeps, refs: readonly RecordRef[], pinned: boolean): Promise<void> {
  const words = pinned ? { ...pinWords, reversed: unpinWords } : { ...unpinWords, reversed: pinWords };
  return changeFields(
    deps,
    words,
    refs.map((ref) => ({ ref, before: { pinned: !pinned }, after: { pinned } })),
  );
}

const pinWords: FieldChangeWords = {
  action: 'pin',
  label: (names) => t('Pin {0}', names),
  summarize: (done, total, failedNames) =>
    done === 0
      ? t('Could not pin {0}.', failedNames)
      : t('Pinned {0} of {1}. Could not pin {2}.', done, total, failedNames),
};

const unpinWords: FieldChangeWords = {
  action: 'unpin',
  label: (names) => t('Unpin {0}', names),
  summarize: (done, total, failedNames) =>
    done === 0
      ? t('Could not unpin {0}.', failedNames)
      : t('Unpinned {0} of {1}. Could not unpin {2}.', done, total, failedNames),
};
