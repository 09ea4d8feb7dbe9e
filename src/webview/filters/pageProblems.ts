// The problems of the text: those that the page finds itself, and those that the host knows.
import type { EditorView } from '@codemirror/view';
import type { HostMessage } from '#protocol/filtersMessages.ts';
import type { Problem } from '#webview/filters/problems/problem.ts';
import {
  moveToProblem,
  problemsOf,
  reportProblems,
  showProblem,
} from '#webview/filters/problems/problemMarks.ts';
import { summarizeProblems } from '#webview/filters/problems/statusLineText.ts';
import { TextChecker } from '#webview/filters/problems/textChecker.ts';
import { offsetAt } from '#webview/filters/sync/positionedChanges.ts';
import type { TextSync } from '#webview/filters/sync/textSync.ts';
import type { FiltersStore } from './filtersStore.ts';

type HostProblems = Extract<HostMessage, { readonly type: 'problems' }>;

export interface PageProblemsOptions {
  readonly view: EditorView;
  readonly sync: TextSync;
  readonly store: FiltersStore;
  /** Other problems are known, or the same ones elsewhere. */
  readonly onChange: () => void;
  /** Makes the text visible. */
  readonly showText: () => void;
}

export class PageProblems {
  readonly #options: PageProblemsOptions;
  readonly #checker: TextChecker;
  #isRefused = false;
  /** The person goes from problem to problem: the summary is about the one at the cursor. */
  #hasMoved = false;
  /** Problems of a version that the page does not have yet. */
  #early: HostProblems | undefined;

  constructor(options: PageProblemsOptions) {
    this.#options = options;
    this.#checker = new TextChecker(
      () => options.view.state.doc,
      (problems) => this.#report('text', problems),
    );
  }

  /** Call when the text has changed. */
  check(): void {
    this.#checker.check();
  }

  /** The page has another version of the document. */
  versionChanged(): void {
    if (this.#early) this.showHostProblems(this.#early);
  }

  showHostProblems(message: HostProblems): void {
    const { sync } = this.#options;
    const { version, problems } = message;
    this.#early = version > sync.version ? message : undefined;
    if (version !== sync.version) return;
    const { confirmed, unconfirmed } = sync;
    const mapped = problems.flatMap(({ from, to, ...problem }): Problem[] => {
      const start = offsetAt(confirmed, from);
      const end = offsetAt(confirmed, to);
      if (start === undefined || end === undefined) return [];
      const range = unconfirmed
        ? { from: unconfirmed.mapPos(start, 1), to: unconfirmed.mapPos(end, -1) }
        : { from: start, to: end };
      return [{ ...problem, ...range }];
    });
    this.#report('host', mapped);
  }

  /** Call when the cursor has moved. */
  cursorMoved(): void {
    if (this.#hasMoved) this.#showSummary();
  }

  /** @param isRefused whether VS Code refused the last changes */
  setRefused(isRefused: boolean): void {
    if (this.#isRefused === isRefused) return;
    this.#isRefused = isRefused;
    this.#showSummary();
  }

  /** Moves the cursor to the first error, else to the first problem. */
  showFirst(): void {
    const { view, store, showText } = this.#options;
    const problems = problemsOf(view.state);
    const first = problems.find(({ severity }) => severity === 'error') ?? problems[0];
    showText();
    if (!first) return;
    showProblem(view, first);
    store.announce(first.message);
  }

  /** Moves the cursor to the next or previous problem; false where there is none. */
  move(direction: 1 | -1): boolean {
    const { view, store, showText } = this.#options;
    showText();
    const problem = moveToProblem(view, direction);
    this.#hasMoved = problem !== undefined;
    this.#showSummary();
    if (problem) store.announce(problem.message);
    return problem !== undefined;
  }

  #report(origin: 'text' | 'host', problems: readonly Problem[]): void {
    const hasChanged = reportProblems(this.#options.view, origin, problems);
    if (hasChanged) this.#options.onChange();
    this.#showSummary();
  }

  #showSummary(): void {
    const { view, store } = this.#options;
    const problems = problemsOf(view.state);
    const { doc, selection } = view.state;
    const at = problems.findIndex(({ from }) => from === selection.main.head && selection.main.empty);
    const summary = summarizeProblems(
      doc,
      this.#checker.firstError,
      problems,
      this.#isRefused,
      this.#hasMoved ? problems[at] : undefined,
    );
    store.showSummary(summary, problems.length, this.#hasMoved && at >= 0 ? at + 1 : undefined);
  }
}
