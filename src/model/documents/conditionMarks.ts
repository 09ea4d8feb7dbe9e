// The conditions of a filters document that lack a name or whose type is misspelled, in words.
import { describeIncomplete, findIncomplete } from '#filters/findIncomplete.ts';
import { findMisspelled } from '#filters/findMisspelled.ts';
import { readFilterShape } from '#filters/readShape.ts';
import type { Translate } from '#json/translate.ts';
import { parseJsonTree } from '#json/tree.ts';
import type { RecordKind } from '#model/records/recordRef.ts';

export interface ConditionMark {
  readonly kind: 'incomplete' | 'misspelled';
  /** One sentence. */
  readonly message: string;
  /** The offsets of the name. */
  readonly from: number;
  readonly to: number;
  /** Nothing was typed into the condition since it was added. */
  readonly isUntouched: boolean;
}

/** A longer text would take too long to read, in code units. */
const maxLength = 1_000_000;

/** None where the text is no JSON. @param kind whose filters these are */
export function conditionMarks(text: string, kind: RecordKind, t: Translate): readonly ConditionMark[] {
  const root = text.length <= maxLength ? parseJsonTree(text) : undefined;
  const shape = root && readFilterShape(text, root, kind);
  if (!shape) return [];
  const incomplete = findIncomplete(shape).map(({ missing, place: { from, to }, isUntouched }) => ({
    kind: 'incomplete' as const,
    message: describeIncomplete(missing, t),
    from,
    to,
    isUntouched,
  }));
  const misspelled = findMisspelled(shape).map(({ correction, place: { from, to } }) => ({
    kind: 'misspelled' as const,
    message: t('Unknown type. Did you mean “{0}”?', correction),
    from,
    to,
    isUntouched: false,
  }));
  return [...incomplete, ...misspelled];
}
