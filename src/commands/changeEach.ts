// Tries one change on each of several records.
import type { RecordRef } from '#model/records/recordRef.ts';

export interface ChangeOutcome {
  readonly done: readonly RecordRef[];
  readonly failed: readonly FailedRecord[];
  /** The copies that were created. */
  readonly created?: readonly RecordRef[];
}

export interface FailedRecord {
  readonly ref: RecordRef;
  readonly error: unknown;
  /** The connection of the request that failed, if it is not the record's own. */
  readonly connectionId?: string;
}

export async function changeEach(
  refs: readonly RecordRef[],
  change: (ref: RecordRef) => Promise<unknown>,
): Promise<ChangeOutcome> {
  const results = await Promise.allSettled(refs.map(change));
  const failed: FailedRecord[] = [];
  const done: RecordRef[] = [];
  for (const [index, ref] of refs.entries()) {
    const result = results[index];
    if (result?.status === 'rejected') failed.push({ ref, error: result.reason });
    else done.push(ref);
  }
  return { done, failed };
}
