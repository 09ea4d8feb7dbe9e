// Problems of the text, marked where they are: what the text itself shows, found here at once, and what the host tells.
import { StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutter,
  hoverTooltip,
  type DecorationSet,
  type Tooltip,
} from '@codemirror/view';
import { icon } from '#webview/elements/icons.ts';
import type { Problem, Severity } from './problem.ts';
import { t } from '#webview/elements/translate.ts';

/** Where a list of problems comes from; each list replaces the last one of its origin. */
export type Origin = 'text' | 'host';

interface Report {
  readonly origin: Origin;
  readonly problems: readonly Problem[];
}

const report = StateEffect.define<Report>();

/** What `markOf` puts into a mark; CodeMirror types it as anything. */
function specOf(mark: Decoration): { readonly problem: Problem; readonly origin: Origin } {
  const spec: { readonly problem: Problem; readonly origin: Origin } = mark.spec;
  return spec;
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(report)) continue;
      const { origin, problems } = effect.value;
      next = next.update({
        filter: (_from, _to, mark) => specOf(mark).origin !== origin,
        add: problems.map((problem) => markOf(problem, origin, transaction.state.doc.length)),
        sort: true,
      });
    }
    return next;
  },
  provide: (self) => EditorView.decorations.from(self),
});

function markOf(problem: Problem, origin: Origin, length: number): Range<Decoration> {
  const from = Math.min(problem.from, length);
  // A place of no width is shown on the character behind it, or before it at the end.
  const to = Math.max(from, Math.min(problem.to, length));
  const start = to > from || from < length ? from : Math.max(0, from - 1);
  const end = to > start ? to : Math.min(length, start + 1);
  return Decoration.mark({
    class: `problem problem-${problem.severity}`,
    inclusiveEnd: false,
    problem,
    origin,
  }).range(start, Math.max(end, start + (length === 0 ? 0 : 1)));
}

/** Replaces what one origin said. False where that was nothing, and is nothing now. */
export function reportProblems(view: EditorView, origin: Origin, problems: readonly Problem[]): boolean {
  const marked = view.state.doc.length === 0 ? [] : problems;
  // An update of the editor costs about as much as a letter, and most letters leave a text without problems.
  if (marked.length === 0 && !hasProblems(view.state, origin)) return false;
  view.dispatch({ effects: report.of({ origin, problems: marked }) });
  return true;
}

function hasProblems(state: EditorState, origin: Origin): boolean {
  let isFound = false;
  state.field(field).between(0, state.doc.length, (_from, _to, mark) => {
    isFound ||= specOf(mark).origin === origin;
    return isFound ? false : undefined; // false ends the search
  });
  return isFound;
}

/** Problems at their present places, in order, errors first where places are the same. */
export function problemsOf(state: EditorState): readonly Problem[] {
  return problemsBetween(state, 0, state.doc.length);
}

function problemsBetween(state: EditorState, start: number, end: number): Problem[] {
  const found: Problem[] = [];
  state.field(field).between(start, end, (from, to, mark) => {
    found.push({ ...specOf(mark).problem, from, to });
  });
  return found.toSorted((a, b) => a.from - b.from || rank(a.severity) - rank(b.severity));
}

function rank(severity: Severity): number {
  return ['error', 'warning', 'info'].indexOf(severity);
}

/** Moves to the next problem behind (before) the cursor, round the end of the text; undefined where there is none. */
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

class ProblemDot extends GutterMarker {
  readonly #severity: Severity;
  readonly #messages: string;

  constructor(severity: Severity, messages: string) {
    super();
    this.#severity = severity;
    this.#messages = messages;
  }

  override eq(other: ProblemDot): boolean {
    return this.#severity === other.#severity && this.#messages === other.#messages;
  }

  override toDOM(): HTMLElement {
    const dot = document.createElement('span');
    dot.className = `problem-dot problem-dot-${this.#severity}`;
    dot.title = this.#messages;
    dot.append(icon(this.#severity));
    return dot;
  }
}

function tooltipAt(view: EditorView, at: number): Tooltip | null {
  const found = problemsBetween(view.state, at, at);
  const [first] = found;
  if (!first) return null;
  return {
    pos: first.from,
    end: Math.max(...found.map(({ to }) => to)),
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'problem-tooltip';
      dom.append(...found.map(describe));
      return { dom };
    },
  };
}

function describe({ severity, message, source }: Problem): HTMLElement {
  const row = document.createElement('div');
  row.className = `problem-row problem-row-${severity}`;
  const words = document.createElement('span');
  words.textContent = message;
  row.append(icon(severity), words);
  if (source !== '') {
    const from = document.createElement('span');
    from.className = 'problem-source';
    from.textContent = source;
    row.append(from);
  }
  return row;
}

export function problemMarks(): Extension {
  return [
    field,
    hoverTooltip((view, at) => tooltipAt(view, at)),
    gutter({
      class: 'problem-gutter',
      lineMarker(view, block) {
        if (view.state.field(field).size === 0) return null;
        const found = problemsBetween(view.state, block.from, block.to).filter(
          ({ from }) => from >= block.from,
        );
        const [worst] = found.toSorted((a, b) => rank(a.severity) - rank(b.severity));
        return worst ? new ProblemDot(worst.severity, found.map(({ message }) => message).join('\n')) : null;
      },
      lineMarkerChange: ({ docChanged, startState, state }) =>
        docChanged || startState.field(field) !== state.field(field),
      initialSpacer: () => new ProblemDot('info', t('Problems')),
    }),
  ];
}
