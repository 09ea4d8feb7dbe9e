// Changes after which the person may not be able to edit a dashboard: it is then for its creator and its collaborators alone,
// and the interface does not reveal who collaborates.
import type { Lockout } from '#model/connections/writeGuard.ts';
import { type DeckRecord, isCohort, nameOf, ownerName } from './deckRecord.ts';
import type { OwnUsers } from '#model/records/search/ownUsers.ts';
import type { RecordRef } from './recordRef.ts';

/** Whether only collaborators may edit it. */
export function isRestricted(record: DeckRecord | undefined): boolean {
  return record !== undefined && !isCohort(record) && record.restriction_level === 37;
}

/**
 * Undefined if the person keeps the right to edit, as its creator or because nothing changes.
 * @param record undefined if it is no longer known
 */
export function lockoutOf(
  ref: RecordRef,
  record: DeckRecord | undefined,
  wantedLevel: number | undefined,
  ownUsers: Pick<OwnUsers, 'isMine'>,
): Lockout | undefined {
  if (wantedLevel !== 37 || isRestricted(record)) return undefined;
  if (record && ownUsers.isMine(ref, record)) return undefined;
  return { id: ref.id, name: record && nameOf(record), owner: ownerName(record?.created_by) };
}
