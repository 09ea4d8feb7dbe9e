// Colours of tokens and guides of indentation, for the lines that are on the screen.
import { RangeSetBuilder, type Extension } from '@codemirror/state';
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

  update(update: ViewUpdate): void {
    if (update.docChanged || update.viewportChanged) this.decorations = decorate(update.view);
  }
}

const marks = new Map<TokenStyle, Decoration>();

function markOf(style: TokenStyle): Decoration {
  const known = marks.get(style) ?? Decoration.mark({ class: `json-${style}` });
  marks.set(style, known);
  return known;
}

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { doc, tabSize } = view.state;
  let next = 0;
  for (const { from, to } of view.visibleRanges) {
    for (let at = Math.max(from, next); at <= to; at = next) {
      const line = doc.lineAt(at);
      next = line.to + 1;
      const columns = indentationOf(line.text, tabSize);
      if (columns > 0) builder.add(line.from, line.from, guides(columns));
      for (const token of tokensOf(line.text)) {
        if (hasColour(token)) builder.add(line.from + token.from, line.from + token.to, markOf(token.style));
      }
    }
  }
  return builder.finish();
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
