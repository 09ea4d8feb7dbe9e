// Lays the document out by tokens, as one change that leaves the cursor where it was.
import { indentUnit } from '@codemirror/language';
import type { ChangeSpec, EditorState, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { applyEdits, formatEdits, type TextEdit } from '#json/format.ts';

/** The page cannot digest more pieces than this at once: they become one. */
const maxPieces = 1000;

/** False where the text is no JSON object, or may not be changed. */
export function formatDocument(view: EditorView): boolean {
  if (view.state.readOnly) return false;
  const spec = formatting(view.state);
  if (spec?.changes) view.dispatch(spec);
  return spec !== undefined;
}

/** Without changes where the text is laid out already; undefined where it is no JSON object. */
export function formatting(state: EditorState): TransactionSpec | undefined {
  const text = state.doc.toString();
  const edits = formatEdits(text, { indent: state.facet(indentUnit) });
  if (!edits || edits.length === 0) return edits && {};
  const common = { scrollIntoView: true, userEvent: 'format' } as const;
  if (edits.length <= maxPieces) return { changes: edits.map(toChange), ...common };
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

/** Where an offset is after the edits; what was inside one of them comes to its end. */
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
