// Formats the document token by token, as one change that keeps the cursor at its character.
import { indentUnit } from '@codemirror/language';
import type { ChangeSpec, EditorState, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { applyEdits, formatEdits, type TextEdit } from '#json/formatJson.ts';

/** More changes than this become one: the editor takes too long for them. */
const maxChanges = 1000;

/** False where the text is not a JSON object, or read-only. */
export function formatDocument(view: EditorView): boolean {
  if (view.state.readOnly) return false;
  const spec = formatting(view.state);
  if (spec?.changes) view.dispatch(spec);
  return spec !== undefined;
}

/** Without changes where the text is formatted already; undefined where it is not a JSON object. */
export function formatting(state: EditorState): TransactionSpec | undefined {
  const text = state.doc.toString();
  const edits = formatEdits(text, { indent: state.facet(indentUnit) });
  if (!edits || edits.length === 0) return edits && {};
  const common = { scrollIntoView: true, userEvent: 'format' } as const;
  if (edits.length <= maxChanges) return { changes: edits.map(toChange), ...common };
  const { anchor, head } = state.selection.main;
  return {
    changes: mergeEdits(text, edits),
    selection: { anchor: moveThrough(edits, anchor), head: moveThrough(edits, head) },
    ...common,
  };
}

function toChange({ offset, length, text }: TextEdit): ChangeSpec {
  return { from: offset, to: offset + length, insert: text };
}

function mergeEdits(text: string, edits: readonly TextEdit[]): ChangeSpec {
  const from = edits[0]?.offset ?? 0;
  const last = edits.at(-1);
  const to = last ? last.offset + last.length : from;
  const moved = edits.map((edit) => ({ ...edit, offset: edit.offset - from }));
  return { from, to, insert: applyEdits(text.slice(from, to), moved) };
}

/** Where an offset is after the edits; an offset inside an edit moves to its end. */
function moveThrough(edits: readonly TextEdit[], offset: number): number {
  let shift = 0;
  for (const { offset: from, length, text } of edits) {
    if (from >= offset) break;
    const isInside = offset < from + length;
    if (isInside) return from + shift + text.length;
    shift += text.length - length;
  }
  return offset + shift;
}
