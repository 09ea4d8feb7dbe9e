import { isSameList, type ListRef, type RecordRef } from '#model/records/recordRef.ts';
import type { ShownRecords } from '#model/records/shownRecords.ts';

/**
 * Where the arrow keys continue once these records no longer show: the record below the last one, else the one above the
 * first, else their list; undefined where the last one does not show.
 */
export function selectionAfterRemoval(
  shown: Pick<ShownRecords, 'of'>,
  refs: readonly RecordRef[],
): RecordRef | ListRef | undefined {
  const last = refs.at(-1);
  if (!last) return undefined;
  const ids = shown.of(last).records.map(({ id }) => id);
  const isKept = (id: number) => !refs.some((ref) => isSameList(ref, last) && ref.id === id);
  const at = ids.indexOf(last.id);
  if (at < 0) return undefined;
  const id = ids.slice(at + 1).find(isKept) ?? ids.slice(0, at).findLast(isKept);
  const { connectionId, projectId, kind } = last;
  return { connectionId, projectId, kind, ...(id !== undefined && { id }) };
}
