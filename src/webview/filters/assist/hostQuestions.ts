// Requests completions and hovers from VS Code's own JSON support in the host. Only the last request of a
// kind counts, and its response is dropped if the text has changed.
import type { Text } from '@codemirror/state';
import type {
  CompletionChoice,
  HostMessage,
  TextPosition,
  WebviewMessage,
} from '#protocol/filtersMessages.ts';
import { offsetAt, positionAt } from '#webview/filters/sync/positionedChanges.ts';

/** What may be inserted; `from` and `to` are offsets. */
export interface OfferedChoice extends Omit<CompletionChoice, 'from' | 'to'> {
  readonly from: number;
  readonly to: number;
}

export interface Choices {
  readonly choices: readonly OfferedChoice[];
  /** Other letters may have other choices. */
  readonly isIncomplete: boolean;
}

export interface HoverText {
  readonly from: number;
  readonly to: number;
  /** Plain text. */
  readonly text: string;
}

export type HostAnswer = Extract<HostMessage, { readonly type: 'completions' | 'hover' }>;

export interface HostQuestionsOptions {
  readonly doc: () => Text;
  /** The version that the host has, once all of the text is there. */
  readonly version: () => number;
  readonly post: (message: WebviewMessage) => void;
  /** Runs when the host has all of the text. */
  readonly afterSettling: (run: () => void) => void;
}

interface Question {
  readonly id: number;
  readonly doc: Text;
  /** Called without an answer if the question no longer counts. */
  readonly done: (answer: HostAnswer | undefined) => void;
}

type Kind = HostAnswer['type'];

export class HostQuestions {
  readonly #options: HostQuestionsOptions;
  readonly #last: { [K in Kind]?: Question } = {};
  #lastId = 0;

  constructor(options: HostQuestionsOptions) {
    this.#options = options;
  }

  /** What may be inserted at an offset; undefined where the text has changed meanwhile. */
  async choicesAt(doc: Text, offset: number): Promise<Choices | undefined> {
    const answer = await this.#ask('completions', doc, (id, version) => {
      this.#options.post({ type: 'completeAt', id, version, position: positionAt(doc, offset) });
    });
    if (answer?.type !== 'completions') return undefined;
    const choices = answer.choices.flatMap((choice) => {
      const span = spanOf(doc, choice);
      return span ? { ...choice, ...span } : [];
    });
    return { choices, isIncomplete: answer.isIncomplete };
  }

  /** Undefined where nothing is known, or the text has changed meanwhile. */
  async hoverAt(doc: Text, offset: number): Promise<HoverText | undefined> {
    const answer = await this.#ask('hover', doc, (id, version) => {
      this.#options.post({ type: 'hoverAt', id, version, position: positionAt(doc, offset) });
    });
    if (answer?.type !== 'hover' || answer.text === '') return undefined;
    const span = spanOf(doc, answer);
    return span && { ...span, text: answer.text };
  }

  receive(answer: HostAnswer): void {
    const question = this.#last[answer.type];
    if (question?.id !== answer.id) return;
    question.done(question.doc === this.#options.doc() ? answer : undefined);
  }

  #ask(kind: Kind, doc: Text, post: (id: number, version: number) => void): Promise<HostAnswer | undefined> {
    const id = ++this.#lastId;
    this.#last[kind]?.done(undefined);
    return new Promise((done) => {
      this.#last[kind] = { id, doc, done };
      this.#options.afterSettling(() => {
        if (id !== this.#last[kind]?.id) return;
        if (doc === this.#options.doc()) post(id, this.#options.version());
        else done(undefined);
      });
    });
  }
}

interface PositionedSpan {
  readonly from: TextPosition;
  readonly to: TextPosition;
}

function spanOf(doc: Text, span: PositionedSpan): { readonly from: number; readonly to: number } | undefined {
  const [from, to] = [offsetAt(doc, span.from), offsetAt(doc, span.to)];
  return from === undefined || to === undefined || to < from ? undefined : { from, to };
}
