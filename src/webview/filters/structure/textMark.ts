// Marks in the text what the keyboard is at in the structure.
import { EditorSelection, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

interface Span {
  readonly from: number;
  readonly to: number;
}

const setMark = StateEffect.define<Span | undefined>();
const mark = Decoration.mark({ class: 'structure-mark' });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects }) {
    const effect = effects.findLast((one) => one.is(setMark));
    if (!effect) return value.map(changes);
    // Only effects of this kind were looked for.
    const span = effect.is(setMark) ? effect.value : undefined;
    return span && span.from < span.to ? Decoration.set(mark.range(span.from, span.to)) : Decoration.none;
  },
  provide: (self) => EditorView.decorations.from(self),
});

export function structureMark(): Extension {
  return field;
}

/** Nothing is marked where there is no span. What is marked is brought into sight, its beginning first. */
export function markInText(view: EditorView, span: Span | undefined): void {
  const present = view.state.field(field, false)?.iter();
  if (present?.from === span?.from && present?.to === span?.to && present?.value) return;
  if (!span && !present?.value) return;
  const effects: StateEffect<unknown>[] = [setMark.of(span)];
  if (span) {
    // Only as far to the right as it begins: long lines stay where they are.
    const range = EditorSelection.range(Math.max(span.from, view.state.doc.lineAt(span.to).from), span.from);
    effects.push(EditorView.scrollIntoView(range, { y: 'nearest', yMargin: 24 }));
  }
  view.dispatch({ effects });
}
