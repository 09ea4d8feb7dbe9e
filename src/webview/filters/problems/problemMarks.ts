// Problems as CodeMirror's lint package marks them: those that the text itself shows, found here immediately, and those
// that the host knows.
import { type Diagnostic, forEachDiagnostic, lintGutter, linter, setDiagnostics } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

type Severity = 'error' | 'warning' | 'info';

export interface Problem {
  /** Offsets in the editor's text. */
  readonly from: number;
  readonly to: number;
  readonly severity: Severity;
  readonly message: string;
  /** Who reports it; empty where it is this editor. */
  readonly source: string;
  /** The service has rejected the text for it. */
  readonly isOfService?: boolean;
}

/** Where a list of problems comes from; each list replaces the last one of its origin. */
export type Origin = 'text' | 'host';

interface ReportedProblem extends Problem {
  readonly origin: Origin;
}

export function problemMarks(): Extension {
  return [linter(null), lintGutter()];
}

/** The origins of the problems in an editor. If the text of a problem is deleted, only its mark in the gutter remains. */
const originsIn = new WeakMap<EditorView, Set<Origin>>();

/** Replaces the problems of one origin. False if it had none and has none now. */
export function reportProblems(view: EditorView, origin: Origin, problems: readonly Problem[]): boolean {
  const origins = originsIn.get(view) ?? new Set();
  // An update of the editor costs about as much as a letter, and most letters leave a text without problems.
  if (!origins.delete(origin) && problems.length === 0) return false;
  if (problems.length > 0) originsIn.set(view, origins.add(origin));
  const { state } = view;
  const kept = diagnosticsOf(state).filter((one) => !isFrom(origin, one));
  const reported = problems.map((problem): ReportedProblem => ({ ...problem, origin }));
  view.dispatch(setDiagnostics(state, [...kept, ...reported]));
  return true;
}

/** Diagnostics at their current places. */
function diagnosticsOf(state: EditorState): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  forEachDiagnostic(state, (diagnostic, from, to) => found.push({ ...diagnostic, from, to }));
  return found;
}

function isFrom(origin: Origin, diagnostic: Diagnostic): boolean {
  return 'origin' in diagnostic && diagnostic.origin === origin;
}

/** Problems at their present places, in order, errors first where places are the same. */
export function problemsOf(state: EditorState): readonly Problem[] {
  return diagnosticsOf(state)
    .map(({ from, to, severity, message, source = '', ...more }) => ({
      from,
      to,
      severity: severity === 'hint' ? ('info' as const) : severity,
      message,
      source,
      isOfService: 'isOfService' in more && more.isOfService === true,
    }))
    .toSorted((a, b) => a.from - b.from || rank(a.severity) - rank(b.severity));
}

function rank(severity: Severity): number {
  return ['error', 'warning', 'info'].indexOf(severity);
}

/**
 * Moves to the next problem after (before) the cursor, around the end of the text; undefined where there is none. The
 * package's own command selects the problem, and the next key would replace it.
 */
export function moveToProblem(view: EditorView, direction: 1 | -1): Problem | undefined {
  const all = problemsOf(view.state);
  const { from } = view.state.selection.main;
  const next = direction > 0 ? all.find((one) => one.from > from) : all.findLast((one) => one.from < from);
  const target = next ?? all.at(direction > 0 ? 0 : -1);
  if (target) showProblem(view, target);
  return target;
}

export function showProblem(view: EditorView, { from }: Problem): void {
  view.dispatch({
    selection: { anchor: from },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
    userEvent: 'select',
  });
  view.focus();
}
