// Which records refer to which cohorts, of what is loaded.
import { cohortTypes } from '#filters/parseFilterShape.ts';
import type { Catalog } from './catalog.ts';
import { type DeckRecord, isCohort } from './deckRecord.ts';
import type { ListRef, RecordKind, RecordRef } from './recordRef.ts';

/** Limits the work; filters may be of any size. */
const maxNodes = 200_000;

/** The ids of the cohorts that a record names in its filters, a cohort's older groups, or a dashboard's tiles. */
export function cohortIdsIn(record: DeckRecord, tiles?: unknown): ReadonlySet<number> {
  const ids = new Set<number>();
  const waiting: unknown[] = [record.filters, isCohort(record) ? record.groups : tiles];
  for (let left = maxNodes; left > 0 && waiting.length > 0; left--) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { type, value: named } = node as { readonly type?: unknown; readonly value?: unknown }; // optional in any object
    if (typeof type === 'string' && cohortTypes.has(type)) {
      // Conditions of dashboards may name several.
      for (const one of Array.isArray(named) ? named : [named]) {
        const id: unknown = typeof one === 'string' && /^\d{1,15}$/.test(one) ? Number(one) : one;
        if (typeof id === 'number' && Number.isSafeInteger(id)) ids.add(id);
      }
    }
    for (const child of Object.values(node)) if (typeof child === 'object') waiting.push(child);
  }
  return ids;
}

/** The loaded records of a project that name a cohort. */
export function findUsers(
  catalog: Pick<Catalog, 'list' | 'tiles'>,
  cohort: RecordRef,
): readonly { readonly ref: RecordRef; readonly record: DeckRecord }[] {
  const { connectionId, projectId } = cohort;
  const usersOf = (kind: RecordKind) => {
    const list: ListRef = { connectionId, projectId, kind };
    return catalog.list(list).records.flatMap((record) => {
      const ref = { ...list, id: record.id };
      return cohortIdsIn(record, catalog.tiles(ref)).has(cohort.id) ? [{ ref, record }] : [];
    });
  };
  return [...usersOf('cohort'), ...usersOf('dashboard')];
}
