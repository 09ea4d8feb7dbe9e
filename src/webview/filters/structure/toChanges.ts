// Edits of the model as one change of the editor, as small as it can be.
import { ChangeSet, type ChangeSpec } from '@codemirror/state';
import type { FilterChange } from '#filters/change.ts';
import { applyEdits, type TextEdit } from '#json/format.ts';

export function toChanges(text: string, { stages }: FilterChange): ChangeSet {
  let all = ChangeSet.empty(text.length);
  let present = text;
  for (const edits of stages) {
    const specs = edits.map((edit) => trim(present, edit));
    all = all.compose(ChangeSet.of(specs, present.length, '\n'));
    present = applyEdits(present, edits);
  }
  return all;
}

/** Without what is there already at either end, so that a letter that was typed is one letter in the text. */
function trim(before: string, { offset, length, text }: TextEdit): ChangeSpec {
  const most = Math.min(length, text.length);
  let start = 0;
  while (start < most && before[offset + start] === text[start]) start++;
  let end = 0;
  while (end < most - start && before[offset + length - 1 - end] === text[text.length - 1 - end]) end++;
  return { from: offset + start, to: offset + length - end, insert: text.slice(start, text.length - end) };
}
