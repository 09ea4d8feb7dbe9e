// Lays the document out by tokens, as one change that leaves the cursor where it was.
import type { EditorView } from '@codemirror/view';
import { formatEdits } from '../../model/jsonFormat.ts';
import { indentUnit } from './indentation.ts';

/** False where the text is no JSON object, or may not be changed. */
export function formatDocument(view: EditorView): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const edits = formatEdits(state.doc.toString(), { indent: state.facet(indentUnit) });
  if (!edits) return false;
  if (edits.length > 0) {
    view.dispatch({
      changes: edits.map(({ offset, length, text }) => ({ from: offset, to: offset + length, insert: text })),
      scrollIntoView: true,
      userEvent: 'format',
    });
  }
  return true;
}
