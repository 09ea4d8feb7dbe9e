// Indentation while typing: a new line is as deep as the brackets around it say.
import { EditorSelection, Facet, countColumn, type ChangeSpec, type EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { openBracketOf } from './jsonLines.ts';

/** One level of indentation. */
export const indentUnit = Facet.define<string, string>({ combine: ([first]) => first ?? '  ' });

/** Breaks the line; between two halves of a pair the closing one gets a line of its own. */
export function insertIndentedLine(view: EditorView): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const spec = state.changeByRange(({ from, to }) => {
    const { before, after } = newLineAt(state, from, to);
    const end = trailingSpace(state, to);
    return {
      changes: { from, to: end, insert: before + after },
      range: EditorSelection.cursor(from + before.length),
    };
  });
  view.dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input' }));
  return true;
}

function newLineAt(
  state: EditorState,
  from: number,
  to: number,
): { readonly before: string; readonly after: string } {
  const line = state.doc.lineAt(from);
  const indent = /^[ \t]*/.exec(line.text.slice(0, from - line.from))?.[0] ?? '';
  const open = openBracketOf(line.text.slice(0, from - line.from), line.from);
  if (!open) return { before: `\n${indent}`, after: '' };
  const end = trailingSpace(state, to);
  const closes = /^[}\]]/.test(state.sliceDoc(end, end + 1));
  return { before: `\n${indent}${state.facet(indentUnit)}`, after: closes ? `\n${indent}` : '' };
}

/** Space behind the cursor would become indentation of the new line. */
function trailingSpace({ doc }: EditorState, at: number): number {
  const line = doc.lineAt(at);
  return at + (/^[ \t]*/.exec(line.text.slice(at - line.from))?.[0].length ?? 0);
}

/** Indents the selected lines, or fills up to the next tab stop where nothing is selected. */
export function indentLines(view: EditorView): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const unit = state.facet(indentUnit);
  if (state.selection.ranges.every(({ empty }) => empty)) {
    const spec = state.changeByRange(({ from, to }) => {
      const line = state.doc.lineAt(from);
      const column = countColumn(line.text, state.tabSize, from - line.from);
      const insert = unit === '\t' ? unit : ' '.repeat(unit.length - (column % unit.length));
      return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
    });
    view.dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input.indent' }));
    return true;
  }
  changeLines(view, (text, from) => (text === '' ? undefined : { from, insert: unit }), 'input.indent');
  return true;
}

export function outdentLines(view: EditorView): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const unit = state.facet(indentUnit);
  changeLines(
    view,
    (text, from) => {
      const space = /^(?:\t| +)/.exec(text)?.[0] ?? '';
      const length = space === '\t' ? 1 : Math.min(space.length, unit.length);
      return length === 0 ? undefined : { from, to: from + length };
    },
    'delete.dedent',
  );
  return true;
}

/** Changes each line that the selection touches; a line that is selected up to its start is not touched. */
function changeLines(
  view: EditorView,
  change: (text: string, from: number) => ChangeSpec | undefined,
  userEvent: string,
): void {
  const { state } = view;
  const changes: ChangeSpec[] = [];
  let next = 0;
  for (const { from, to, empty } of state.selection.ranges) {
    for (let at = Math.max(from, next); at <= to;) {
      const line = state.doc.lineAt(at);
      const changed = empty || to > line.from ? change(line.text, line.from) : undefined;
      if (changed) changes.push(changed);
      at = line.to + 1;
      next = at;
    }
  }
  if (changes.length > 0) view.dispatch({ changes, scrollIntoView: true, userEvent });
}
