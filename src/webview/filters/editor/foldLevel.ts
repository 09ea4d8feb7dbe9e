// Folding of all objects and lists at one depth, which CodeMirror has no command for.
import { foldEffect, foldInside, forceParsing, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { isContainer } from './bracketColors.ts';

/** 5 MB take about 3 s to read; a text folds as far as it has been read by then. */
const maxParseMs = 2000;

/** Folds all that begins at a depth, 1 for the outermost object, but not what the cursor is in. */
export function foldLevel(level: number): Command {
  return (view) => {
    forceParsing(view, view.state.doc.length, maxParseMs);
    const spans = spansAtDepth(view.state, level);
    if (spans.length > 0) view.dispatch({ effects: spans.map((span) => foldEffect.of(span)) });
    return spans.length > 0;
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** What objects and lists of one depth hide when they are folded. */
export function spansAtDepth(state: EditorState, level: number): readonly Span[] {
  const { head } = state.selection.main;
  const spans: Span[] = [];
  let depth = 0;
  syntaxTree(state).iterate({
    enter({ name, node }) {
      if (!isContainer(name)) return;
      depth++;
      if (depth < level) return;
      const span = foldInside(node);
      const hasLines = span && state.doc.lineAt(span.from).to < span.to;
      if (hasLines && (head < span.from || head > span.to)) spans.push(span);
      depth--; // `leave` is not called for a node that was not entered
      return false;
    },
    leave({ name }) {
      if (isContainer(name)) depth--;
    },
  });
  return spans;
}
