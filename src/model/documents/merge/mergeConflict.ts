// A person's text against the service's: merged, or laid side by side. What differs in the order of keys, or in what the
// service adds by itself, is no difference.
import { type JsonMerge, mergeJson } from '#json/merge/mergeJson.ts';
import { withServiceKeysOf } from '#filters/serviceKeys.ts';
import { layOut } from '#model/documents/documentText.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import { isUnchanged, withoutHabits } from '#model/documents/sameDocument.ts';

/** What a conflict is between; a DocumentConflict is one. */
export interface MergeSides {
  readonly ref: DocumentRef;
  readonly base: string | undefined;
  readonly theirs: string;
}

/** Undefined if the base is no longer known. */
export function mergeConflict({ ref, base, theirs }: MergeSides, mine: string): JsonMerge | undefined {
  if (base === undefined) return undefined;
  return mergeJson(
    layOut(withoutHabits(ref, base)),
    withoutHabits(ref, mine),
    layOut(withoutHabits(ref, theirs)),
  );
}

/** Another text, laid out and spelled like `mine` where both have the same value, with the service's keys that `mine` has. */
export function alignWith(ref: DocumentRef, theirs: string, mine: string): string {
  if (isUnchanged(ref, theirs, mine)) return mine;
  const plain = withoutHabits(ref, mine);
  const merge = mergeJson(plain, plain, layOut(withoutHabits(ref, theirs)));
  if (merge.kind !== 'merged') return layOut(theirs); // mine is not JSON
  return plain === mine ? merge.text : withServiceKeysOf(mine, merge.text);
}
