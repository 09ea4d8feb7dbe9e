// Folding of objects and lists: ranges between two brackets that are shown as a mark.
import { RangeSet, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  GutterMarker,
  WidgetType,
  gutter,
  type DecorationSet,
} from '@codemirror/view';
import { icon } from '#webview/elements/icons.ts';
import { foldableInLine, openBracketOf, type Span } from './jsonLines.ts';
import { t } from '#webview/elements/translate.ts';

const fold = StateEffect.define<Span>({
  map: ({ from, to }, changes) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }),
});
const unfold = StateEffect.define<Span>({
  map: ({ from, to }, changes) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }),
});

class FoldMark extends WidgetType {
  override toDOM(view: EditorView): HTMLElement {
    const mark = document.createElement('span');
    mark.className = 'fold-mark';
    mark.textContent = '⋯';
    mark.title = t('Unfold');
    mark.setAttribute('aria-label', t('folded'));
    const open = (event: MouseEvent): void => {
      if (event.button !== 0) return;
      event.preventDefault();
      const span = foldedAt(view.state, view.posAtDOM(mark));
      if (span) view.dispatch({ effects: unfold.of(span) });
      view.focus();
    };
    // A press puts the cursor beside the mark, which is drawn anew then and gets no click. A screen reader only clicks.
    mark.addEventListener('mousedown', open);
    mark.addEventListener('click', open);
    return mark;
  }

  override eq(): boolean {
    return true;
  }
}

const foldMark = Decoration.replace({ widget: new FoldMark() });

const folds = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(fold)) next = next.update({ add: [foldMark.range(effect.value.from, effect.value.to)] });
      if (effect.is(unfold))
        next = without(next, (from, to) => from === effect.value.from && to === effect.value.to);
    }
    // What the cursor goes into, or a change touches, has to be seen.
    const { head } = transaction.newSelection.main;
    if (transaction.selection) next = without(next, (from, to) => from < head && head < to);
    transaction.changes.iterChangedRanges((_fromOld, _toOld, changedFrom, changedTo) => {
      next = without(next, (from, to) => changedFrom <= to && changedTo >= from && from < to);
    });
    return without(next, (from, to) => from >= to);
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field, false) ?? RangeSet.empty),
  ],
});

function without(set: DecorationSet, isGone: (from: number, to: number) => boolean): DecorationSet {
  return set.size === 0 ? set : set.update({ filter: (from, to) => !isGone(from, to) });
}

function foldedAt(state: EditorState, at: number): Span | undefined {
  let found: Span | undefined;
  state.field(folds).between(at, at, (from, to) => {
    found ??= { from, to };
  });
  return found;
}

/** The fold that hides the end of a line. */
function foldedInLine(state: EditorState, line: Span): Span | undefined {
  let found: Span | undefined;
  state.field(folds).between(line.from, line.to, (from, to) => {
    if (from >= line.from && from <= line.to) found = { from, to };
  });
  return found;
}

function toggleAt(view: EditorView, at: number, direction: 'fold' | 'unfold' | 'toggle'): boolean {
  const { state } = view;
  const line = state.doc.lineAt(at);
  const folded = foldedInLine(state, line);
  if (folded && direction !== 'fold') {
    view.dispatch({ effects: unfold.of(folded) });
    return true;
  }
  if (folded || direction === 'unfold') return false;
  // The nearest line above that opens something around this one.
  for (let number = line.number; number >= 1; number--) {
    const span = foldableInLine(state.doc, state.doc.line(number));
    if (span && !foldedAt(state, span.from) && (number === line.number || span.to >= line.from)) {
      view.dispatch({ effects: fold.of(span), selection: { anchor: Math.min(at, span.from) } });
      return true;
    }
    if (direction === 'toggle') return false;
  }
  return false;
}

export function foldAtCursor(view: EditorView): boolean {
  return toggleAt(view, view.state.selection.main.head, 'fold');
}

export function unfoldAtCursor(view: EditorView): boolean {
  return toggleAt(view, view.state.selection.main.head, 'unfold');
}

/** Folds everything below the outermost object. */
export function foldAll(view: EditorView): boolean {
  const { doc } = view.state;
  const spans: Span[] = [];
  for (let number = 2; number <= doc.lines; number++) {
    const span = foldableInLine(doc, doc.line(number));
    if (!span) continue;
    spans.push(span);
    number = doc.lineAt(span.to).number - 1;
  }
  if (spans.length === 0) return false;
  const { head } = view.state.selection.main;
  const around = spans.find(({ from, to }) => from < head && head < to);
  view.dispatch({
    effects: spans.filter(({ from }) => !foldedAt(view.state, from)).map((span) => fold.of(span)),
    ...(around ? { selection: { anchor: around.from } } : {}),
  });
  return true;
}

export function unfoldAll(view: EditorView): boolean {
  const effects: StateEffect<Span>[] = [];
  view.state.field(folds).between(0, view.state.doc.length, (from, to) => {
    effects.push(unfold.of({ from, to }));
  });
  if (effects.length > 0) view.dispatch({ effects });
  return effects.length > 0;
}

class FoldArrow extends GutterMarker {
  readonly #isFolded: boolean;

  constructor(isFolded: boolean) {
    super();
    this.#isFolded = isFolded;
  }

  override eq(other: FoldArrow): boolean {
    return this.#isFolded === other.#isFolded;
  }

  override toDOM(): HTMLElement {
    const arrow = document.createElement('span');
    arrow.className = this.#isFolded ? 'fold-arrow folded' : 'fold-arrow';
    arrow.title = this.#isFolded ? t('Unfold') : t('Fold');
    arrow.append(icon(this.#isFolded ? 'chevronRight' : 'chevronDown'));
    return arrow;
  }
}

const arrows = { open: new FoldArrow(false), folded: new FoldArrow(true) };

export function folding(): Extension {
  return [
    folds,
    gutter({
      class: 'fold-gutter',
      lineMarker(view, block) {
        const line = view.state.doc.lineAt(block.from);
        if (foldedInLine(view.state, line)) return arrows.folded;
        return openBracketOf(line.text, line.from) ? arrows.open : null;
      },
      lineMarkerChange: ({ docChanged, viewportChanged, startState, state }) =>
        docChanged || viewportChanged || startState.field(folds) !== state.field(folds),
      initialSpacer: () => arrows.open,
      domEventHandlers: {
        click: (view, block) => toggleAt(view, block.from, 'toggle'),
      },
    }),
  ];
}
