// Colors brackets by depth like VS Code's bracket pair colorization, for the visible lines.
import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView } from '@codemirror/view';

/** VS Code's themes have three colors that differ. */
const colors = 3;
const marks = Array.from({ length: colors }, (_, depth) => Decoration.mark({ class: `bracket-${depth}` }));

export function bracketColors(): Extension {
  return ViewPlugin.define(
    (view) => ({
      decorations: decorate(view),
      update({ view: updated, docChanged, viewportChanged, startState, state }) {
        if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
          this.decorations = decorate(updated);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  );
}

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const tree = syntaxTree(state);
  for (const { from, to } of visibleRanges) {
    let depth = 0;
    tree.iterate({
      from,
      to,
      enter(node) {
        if (isContainer(node.name)) depth++;
        const mark = isBracket(node.name) && node.from >= from ? marks[(depth - 1) % colors] : undefined;
        if (mark) builder.add(node.from, node.to, mark);
      },
      leave({ name }) {
        if (isContainer(name)) depth--;
      },
    });
  }
  return builder.finish();
}

export function isContainer(nodeName: string): boolean {
  return nodeName === 'Object' || nodeName === 'Array';
}

function isBracket(nodeName: string): boolean {
  return nodeName.length === 1 && '{}[]'.includes(nodeName);
}
