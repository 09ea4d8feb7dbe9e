// What is kept of changes on this machine: the texts that were saved, and the counts of cohorts.
import path from 'node:path';
import { lazy } from '#host/lazy.ts';
import { readSetting } from '#host/settings.ts';
import type { DocumentSave } from '#model/documents/documentState.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import type { MadeChange } from '#model/records/madeChange.ts';
import type { Base } from './createBase.ts';

export function createHistories({ add, log, inStorage }: Base, catalog: Catalog) {
  const folder = inStorage('history');
  const options = {
    keepDays: () => readSetting('cohortDeck.history.keepDays'),
    now: Date.now,
    onStorageError: (error: unknown) => log.warn('Could not clean up or lock the history.', error),
  };
  const localHistory = lazy(async () => {
    const { LocalHistory } = await import('#model/documents/localHistory.ts');
    return new LocalHistory({ folder, ...options });
  });
  const countHistory = lazy(async () => {
    const { CountHistory } = await import('#model/records/countHistory.ts');
    return new CountHistory({ folder: path.join(folder, 'counts'), ...options }); // so that Clear History clears it
  });
  const keepInHistory = (change: MadeChange | DocumentSave): void => {
    const report = (error: unknown) => log.warn('Could not store a change in the history.', error);
    void localHistory()
      .then((history) => history.add(change))
      .catch(report);
  };
  add(catalog.onDidMakeChange(keepInHistory));
  add(
    catalog.onDidChange(({ kind, ref }) => {
      const record = kind === 'record' ? catalog.get(ref) : undefined;
      if (kind !== 'record' || !record || !isCohort(record)) return;
      const report = (error: unknown) => log.warn('Could not store a cohort’s count.', error);
      void countHistory()
        .then((history) => history.add(ref, record))
        .catch(report);
    }),
  );
  return { localHistory, countHistory, keepInHistory };
}
