// A vertical line at each level of indentation, for the visible lines.
import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView } from '@codemirror/view';

export function indentGuides(): Extension {
  return ViewPlugin.define(
    (view) => ({
      decorations: decorate(view),
      update({ view: updated, docChanged, viewportChanged }) {
        if (docChanged || viewportChanged) this.decorations = decorate(updated);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  );
}

function decorate({ state: { doc, tabSize }, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let next = 0;
  for (const { from, to } of visibleRanges) {
    for (next = Math.max(next, from); next <= to;) {
      const line = doc.lineAt(next);
      const columns = indentOf(line.text, tabSize);
      if (columns > 0) builder.add(line.from, line.from, guides(columns));
      next = line.to + 1;
    }
  }
  return builder.finish();
}

/** filters.css draws them from the line's indentation. */
function guides(columns: number): Decoration {
  return Decoration.line({ attributes: { class: 'indented', style: `--indentation: ${columns}ch` } });
}

function indentOf(line: string, tabSize: number): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns++;
    else if (character === '\t') columns += tabSize - (columns % tabSize);
    else return columns;
  }
  return columns;
}
