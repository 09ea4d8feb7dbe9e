// Edits of the filters as one change of the text editor, as small as possible.
import { ChangeSet, type ChangeSpec } from '@codemirror/state';
import type { FilterChange } from '#filters/filterChange.ts';
import { applyEdits, type TextEdit } from '#json/formatJson.ts';
import { findChangedPart } from '#text/changedPart.ts';

export function toEditorChanges(text: string, { stages }: FilterChange): ChangeSet {
  let changes = ChangeSet.empty(text.length);
  let current = text;
  for (const edits of stages) {
    const specs = edits.map((edit) => withoutCommonEnds(current, edit));
    changes = changes.compose(ChangeSet.of(specs, current.length, '\n'));
    current = applyEdits(current, edits);
  }
  return changes;
}

/** A letter typed into a field becomes one inserted letter, not a replaced value. */
function withoutCommonEnds(before: string, { offset, length, text }: TextEdit): ChangeSpec {
  const changed = findChangedPart(before.slice(offset, offset + length), text);
  return changed ? { from: offset + changed.from, to: offset + changed.to, insert: changed.insert } : [];
}
