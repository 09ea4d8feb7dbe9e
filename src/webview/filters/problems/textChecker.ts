// Finds errors in the text itself: immediately in a usual text, when typing pauses in a very large one.
import type { Text } from '@codemirror/state';
import { checkJsonObject } from '#json/checkJsonObject.ts';
import { describeJsonProblem } from '#json/describeJsonProblem.ts';
import type { Problem } from './problem.ts';
import { t } from '#webview/elements/translate.ts';

/** Checking this much takes a few milliseconds. */
const maxLengthAtOnce = 300_000;
const pauseMs = 250;

export class TextChecker {
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
