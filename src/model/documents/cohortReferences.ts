// The cohorts that a text refers to by their ids.
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { itemsOf } from '#filters/filterShape.ts';
import type { RecordKind } from '#model/records/recordRef.ts';

export interface CohortReference {
  readonly id: number;
  /** The offsets of the id in the text. */
  readonly from: number;
  readonly to: number;
}

/** A longer text would take too long to read, in code units. */
const maxLength = 1_000_000;

/** None if the text is not JSON. @param kind whose filters these are */
export function findCohortReferences(text: string, kind: RecordKind): readonly CohortReference[] {
  const group = text.length <= maxLength ? parseFilterShape(text, kind)?.group : undefined;
  if (!group) return [];
  return [...itemsOf(group)].flatMap((item): CohortReference[] => {
    if (item.kind !== 'cohort' || !item.value.node || !/^\d{1,15}$/.test(item.value.text)) return [];
    return [{ id: Number(item.value.text), from: item.value.node.from, to: item.value.node.to }];
  });
}
