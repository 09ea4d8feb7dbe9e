// The conditions of a filters document that name no property, event or cohort, in words.
import { describeIncomplete, findIncomplete } from '#filters/findIncomplete.ts';
import { readFilterShape } from '#filters/readShape.ts';
import type { Translate } from '#json/translate.ts';
import { parseJsonTree } from '#json/tree.ts';
import type { RecordKind } from '#model/records/recordRef.ts';

export interface IncompleteMark {
  /** One sentence. */
  readonly message: string;
  /** The offsets of the empty name. */
  readonly from: number;
  readonly to: number;
  /** Nothing was typed into the condition since it was added. */
  readonly isUntouched: boolean;
}

/** A longer text would take too long to read, in code units. */
const maxLength = 1_000_000;

/** None where the text is no JSON. @param kind whose filters these are */
export function incompleteConditions(
  text: string,
  kind: RecordKind,
  t: Translate,
): readonly IncompleteMark[] {
  const root = text.length <= maxLength ? parseJsonTree(text) : undefined;
  const shape = root && readFilterShape(text, root, kind);
  return (shape ? findIncomplete(shape) : []).map(({ missing, node: { from, to }, isUntouched }) => ({
    message: describeIncomplete(missing, t),
    from,
    to,
    isUntouched,
  }));
}
