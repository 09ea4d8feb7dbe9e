// Highlights in the text the item that has the focus in the structure.
import { EditorSelection, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

interface Range {
  readonly from: number;
  readonly to: number;
}

const setHighlight = StateEffect.define<Range | undefined>();
const decoration = Decoration.mark({ class: 'structure-mark' });

const highlight = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects }) {
    for (const effect of effects.toReversed()) {
      if (!effect.is(setHighlight)) continue;
      const range = effect.value;
      return range && range.from < range.to
        ? Decoration.set(decoration.range(range.from, range.to))
        : Decoration.none;
    }
    return value.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function itemHighlight(): Extension {
  return highlight;
}

/** Highlights a range, which scrolls into view from its start on; removes the highlight where there is none. */
export function highlightInText(view: EditorView, range: Range | undefined): void {
  const current = view.state.field(highlight, false)?.iter();
  if (!range && !current?.value) return;
  if (current?.value && current.from === range?.from && current.to === range.to) return;
  const effects: StateEffect<unknown>[] = [setHighlight.of(range)];
  if (range) {
    // Long lines do not scroll to the right: the visible range begins at the start of the last line at the earliest.
    const lineStart = view.state.doc.lineAt(range.to).from;
    const visible = EditorSelection.range(Math.max(range.from, lineStart), range.from);
    effects.push(EditorView.scrollIntoView(visible, { y: 'nearest', yMargin: 24 }));
  }
  view.dispatch({ effects });
}
