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
    const spans = spansBesideCursor(view.state, level);
    if (spans.length > 0) view.dispatch({ effects: spans.map((span) => foldEffect.of(span)) });
    return spans.length > 0;
  };
}

/** Folds all below the outermost object, which stays open, because otherwise nothing would be left to see. */
export const foldAll: Command = (view) => {
  forceParsing(view, view.state.doc.length, maxParseMs);
  const spans = spansAtDepth(view.state, 2);
  const around = spans.find((span) => isWithin(span, view.state.selection.main.head));
  view.dispatch({
    effects: spans.map((span) => foldEffect.of(span)),
    ...(around && { selection: { anchor: around.from } }), // what the cursor is in opens again
  });
  return true;
};

/** What a level folds: the cursor stays in sight. */
export function spansBesideCursor(state: EditorState, level: number): readonly Span[] {
  return spansAtDepth(state, level).filter((span) => !isWithin(span, state.selection.main.head));
}

function isWithin({ from, to }: Span, at: number): boolean {
  return from <= at && at <= to;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** What objects and lists of one depth hide when they are folded. */
export function spansAtDepth(state: EditorState, level: number): readonly Span[] {
  const spans: Span[] = [];
  let depth = 0;
  syntaxTree(state).iterate({
    enter({ name, node }) {
      if (!isContainer(name)) return;
      depth++;
      if (depth < level) return;
      const span = foldInside(node);
      const hasLines = span && state.doc.lineAt(span.from).to < span.to;
      if (hasLines) spans.push(span);
      depth--; // `leave` is not called for a node that was not entered
      return false;
    },
    leave({ name }) {
      if (isContainer(name)) depth--;
    },
  });
  return spans;
}
