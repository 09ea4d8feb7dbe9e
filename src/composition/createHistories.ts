// What is kept of changes on this machine: the texts that were saved, and the counts of cohorts.
import path from 'node:path';
import * as vscode from 'vscode';
import { lazy } from '#host/lazy.ts';
import { showInformation } from '#host/showMessage.ts';
import { createSetting } from '#host/settings.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { DocumentSave } from '#model/documents/documentState.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import type { AcceptedChange } from '#model/records/acceptedChange.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { Base } from './createBase.ts';

const keepDays = createSetting('cohortDeck.history.keepDays');
const isOff = (): boolean => keepDays.get() === 0;

export function createHistories(
  { add, log, inStorage }: Pick<Base, 'add' | 'log' | 'inStorage'>,
  connections: Connections,
  catalog: Catalog,
) {
  const folder = inStorage('history');
  const options = { ...historyOptions(log), namesOf: (ref: RecordRef) => connections.namesOf(ref) };
  const localHistory = lazy(async () => {
    const { LocalHistory } = await import('#model/documents/localHistory.ts');
    return new LocalHistory({ folder, ...options });
  });
  const countHistory = lazy(async () => {
    await localHistory(); // which removes what is old there, too
    const { CountHistory } = await import('#model/records/countHistory.ts');
    return new CountHistory({ folder: path.join(folder, 'counts'), ...options }); // so that Clear History clears it
  });
  const keepInHistory = (change: AcceptedChange | DocumentSave): void => {
    const report = (error: unknown) => log.warn('Could not store a change in the history.', error);
    void localHistory()
      .then((history) => history.add(change))
      .catch(report);
  };
  add(catalog.onDidMakeChange(keepInHistory));
  const warn = (error: unknown): void => log.warn('Could not remove the history.', error);
  if (isOff()) void countHistory().catch(warn);
  add(keepDays.onDidChange(daysChanged));
  const keepCount = (ref: RecordRef): void => {
    const record = catalog.get(ref);
    if (!record || !isCohort(record)) return;
    const report = (error: unknown) => log.warn('Could not store a cohort’s count.', error);
    void countHistory()
      .then((history) => history.add(ref, record))
      .catch(report);
  };
  add(catalog.onDidChange((change) => void (change.kind === 'record' && keepCount(change.ref))));
  return { localHistory, countHistory, keepInHistory };
}

function historyOptions(log: Base['log']) {
  return {
    keepDays: () => keepDays.get(),
    now: Date.now,
    onStorageError: (error: unknown) => log.warn('Could not clean up, lock or read the history.', error),
    onDamaged: (error: unknown, keptAt: string | undefined) =>
      log.warn(
        `A file of the history is damaged.${keptAt === undefined ? '' : ` It was kept as ${keptAt}.`}`,
        error,
      ),
  };
}

function daysChanged(): void {
  if (isOff() && vscode.window.state.focused) void offerToClear(); // in one of all windows
}

/** Stored entries stay on disk until the next start, because the setting may be changed back. */
async function offerToClear(): Promise<void> {
  const clear = vscode.l10n.t('Clear History');
  const text = vscode.l10n.t(
    'The history is off. Stored entries are hidden and will be deleted the next time VS Code starts.',
  );
  if ((await showInformation(text, clear)) === clear)
    await vscode.commands.executeCommand('cohortDeck.clearHistory');
}
