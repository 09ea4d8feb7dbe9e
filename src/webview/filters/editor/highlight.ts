// Colours of tokens and guides of indentation, for the lines that are on the screen.
import { RangeSetBuilder, type ChangeDesc, type Extension, type Range, type Text } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import { tokensOf, type LineToken, type TokenStyle } from './jsonLines.ts';

export function jsonHighlighting(): Extension {
  return ViewPlugin.fromClass(JsonHighlighter, { decorations: ({ decorations }) => decorations });
}

class JsonHighlighter {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = decorate(view);
  }

  update({ docChanged, viewportMoved, changes, view }: ViewUpdate): void {
    const lines = docChanged && !viewportMoved ? changedLines(view.state.doc, changes) : undefined;
    if (lines) this.decorations = redecorate(this.decorations.map(changes), view, lines);
    else if (docChanged || viewportMoved) this.decorations = decorate(view);
  }
}

/** What is typed changes less than this, in lines of a usual length. */
const maxTyped = 2000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The lines that a change left, whole; undefined where it is as well to look at all that is on the screen. */
function changedLines(doc: Text, changes: ChangeDesc): Span | undefined {
  let [first, last] = [doc.length, 0];
  changes.iterChangedRanges((_fromOld, _toOld, from, to) => {
    first = Math.min(first, from);
    last = Math.max(last, to);
  });
  if (first > last) return undefined;
  const span = { from: doc.lineAt(first).from, to: doc.lineAt(last).to };
  return span.to - span.from > maxTyped ? undefined : span;
}

/** Each key would make all lines on the screen anew, and the editor compare them with what they were. */
function redecorate(all: DecorationSet, view: EditorView, { from, to }: Span): DecorationSet {
  const add: Range<Decoration>[] = [];
  decorateLines(view, from, to, (start, end, mark) => add.push(mark.range(start, end)));
  return all.update({ filterFrom: from, filterTo: to, filter: () => false, add, sort: true });
}

const marks = new Map<TokenStyle, Decoration>();

function markOf(style: TokenStyle): Decoration {
  const known = marks.get(style) ?? Decoration.mark({ class: `json-${style}` });
  marks.set(style, known);
  return known;
}

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let next = 0;
  for (const { from, to } of view.visibleRanges) {
    next = decorateLines(view, Math.max(from, next), to, (start, end, mark) => builder.add(start, end, mark));
  }
  return builder.finish();
}

/** @returns where the line behind the last one begins */
function decorateLines(
  { state: { doc, tabSize } }: EditorView,
  from: number,
  to: number,
  add: (from: number, to: number, mark: Decoration) => void,
): number {
  let next = from;
  while (next <= to) {
    const line = doc.lineAt(next);
    next = line.to + 1;
    const columns = indentationOf(line.text, tabSize);
    if (columns > 0) add(line.from, line.from, guides(columns));
    for (const token of tokensOf(line.text)) {
      if (hasColour(token)) add(line.from + token.from, line.from + token.to, markOf(token.style));
    }
  }
  return next;
}

/** Half of the tokens look as any text does; an element for each is work for every layout. */
function hasColour({ style }: LineToken): boolean {
  return style !== 'bracket' && style !== 'mark';
}

function guides(columns: number): Decoration {
  return Decoration.line({ attributes: { class: 'indented', style: `--indentation: ${columns}ch` } });
}

function indentationOf(line: string, tabSize: number): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns++;
    else if (character === '\t') columns += tabSize - (columns % tabSize);
    else return columns;
  }
  return columns;
}
