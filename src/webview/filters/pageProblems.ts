// The problems of the text: those that the page finds itself, and those that the host knows.
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { checkJsonObject } from '#json/checkJsonObject.ts';
import { describeJsonProblem } from '#json/describeJsonProblem.ts';
import type { HostMessage } from '#protocol/filtersMessages.ts';
import { t } from '#webview/elements/translate.ts';
import {
  type Problem,
  moveToProblem,
  problemsOf,
  reportProblems,
  showProblem,
} from '#webview/filters/problems/problemMarks.ts';
import { summarizeProblems } from '#webview/filters/problems/statusLineText.ts';
import { offsetAt } from '#webview/filters/sync/positionedChanges.ts';
import type { TextSync } from '#webview/filters/sync/textSync.ts';
import type { FiltersStore } from './viewState.ts';

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

/** Checking this much takes a few milliseconds. */
const maxLengthAtOnce = 300_000;
const pauseMs = 250;

/** Finds errors in the text itself: immediately in a usual text, when typing pauses in a very large one. */
class TextChecker {
  readonly #document: () => Text;
  readonly #report: (problems: readonly Problem[]) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstError: Problem | undefined;

  constructor(document: () => Text, report: (problems: readonly Problem[]) => void) {
    this.#document = document;
    this.#report = report;
  }

  /** The error that prevents saving; undefined where the last check found none. */
  get firstError(): Problem | undefined {
    return this.#firstError;
  }

  /** Checks soon, but never inside an update of the editor, which takes no marks then. */
  check(): void {
    clearTimeout(this.#timer);
    const delayMs = this.#document().length > maxLengthAtOnce ? pauseMs : 0;
    this.#timer = setTimeout(() => this.#run(), delayMs);
  }

  #run(): void {
    const problems = checkJsonObject(this.#document().toString()).map((problem) => ({
      from: problem.offset,
      to: problem.offset + problem.length,
      severity: problem.severity,
      message: describeJsonProblem(problem, t),
      source: '',
    }));
    this.#firstError = problems.find(({ severity }) => severity === 'error');
    this.#report(problems);
  }
}
