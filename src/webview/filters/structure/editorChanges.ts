// Edits of the filters as one change of the text editor, as small as possible.
import { ChangeSet, type ChangeSpec } from '@codemirror/state';
import type { FilterChange } from '#filters/filterChange.ts';
import { applyEdits, type TextEdit } from '#json/formatJson.ts';

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
  const most = Math.min(length, text.length);
  let start = 0;
  while (start < most && before[offset + start] === text[start]) start++;
  let end = 0;
  while (end < most - start && before[offset + length - 1 - end] === text[text.length - 1 - end]) end++;
  return { from: offset + start, to: offset + length - end, insert: text.slice(start, text.length - end) };
}
