// The other ends of the pages of a cohort and of a comparison: each shows what a test says, until the test says something else.
import {
  type CohortHostMessage,
  type CohortView,
  type CohortWebviewMessage,
  parseCohortMessage,
  type PersonsView,
} from '#protocol/cohortMessages.ts';
import {
  type ComparisonHostMessage,
  type ComparisonView,
  type ComparisonWebviewMessage,
  parseComparisonMessage,
} from '#protocol/comparisonMessages.ts';
import type { PageHost } from '../driver/usePages.ts';

export class CohortHost implements PageHost {
  /** What the page asked VS Code for, in order. */
  readonly asked: CohortWebviewMessage[] = [];
  readonly #post: (message: CohortHostMessage) => void;
  readonly #cohort: CohortView;
  readonly #persons: PersonsView;

  constructor(post: (message: CohortHostMessage) => void, cohort: CohortView, persons: PersonsView) {
    this.#post = post;
    this.#cohort = cohort;
    this.#persons = persons;
  }

  receive(value: unknown): void {
    const message = parseCohortMessage(value);
    if (!message) throw new Error(`not a message of a cohort’s page: ${JSON.stringify(value)}`);
    this.asked.push(message);
    if (message.type === 'failure') throw new Error(message.message);
    if (message.type !== 'ready') return;
    this.#post({ type: 'init', words: {} });
    this.#post({ type: 'loading' });
    this.#post({ type: 'cohort', cohort: this.#cohort, loadedAt: Date.now() });
    this.#post({ type: 'persons', persons: this.#persons });
  }

  send(message: CohortHostMessage): void {
    this.#post(message);
  }
}

export class ComparisonHost implements PageHost {
  /** What the page asked VS Code for, in order. */
  readonly asked: ComparisonWebviewMessage[] = [];
  readonly #post: (message: ComparisonHostMessage) => void;
  readonly #comparison: ComparisonView;

  constructor(post: (message: ComparisonHostMessage) => void, comparison: ComparisonView) {
    this.#post = post;
    this.#comparison = comparison;
  }

  receive(value: unknown): void {
    const message = parseComparisonMessage(value);
    if (!message) throw new Error(`not a message of a comparison’s page: ${JSON.stringify(value)}`);
    this.asked.push(message);
    if (message.type === 'failure') throw new Error(message.message);
    if (message.type !== 'ready') return;
    this.#post({ type: 'init', words: {} });
    this.#post({ type: 'comparison', comparison: this.#comparison });
  }
}
