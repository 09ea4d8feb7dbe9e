// Asks the host what may stand at a place, and what is known of it. An answer counts for the last question only, and
// only where the text is still the one that was asked about.
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { HostMessage, Place, WebviewMessage } from '../../protocol.ts';
import { t } from '../elements/words.ts';
import { completion, showChoices } from './completion.ts';
import { hover, type Known } from './hover.ts';
import { offsetAt, placeAt } from './places.ts';
import type { Sync } from './sync.ts';

type Answer = Extract<HostMessage, { readonly type: 'completions' | 'hover' }>;

/** A text that changes all the time is asked about again only so often. */
const maxTries = 5;

export interface AssistantOptions {
  readonly view: EditorView;
  readonly sync: Sync;
  readonly post: (message: WebviewMessage) => void;
  /** Runs when the host has all of the text. */
  readonly afterSettling: (run: () => void) => void;
  readonly announce: (words: string) => void;
}

export class Assistant {
  readonly #options: AssistantOptions;
  #lastId = 0;
  #choicesId = 0;
  #isExplicit = false;
  #tries = 0;
  #hover: { readonly id: number; readonly done: (known: Known | undefined) => void } | undefined;

  constructor(options: AssistantOptions) {
    this.#options = options;
  }

  get extension(): Extension {
    return [
      completion((isExplicit) => {
        this.#isExplicit = isExplicit;
        this.#tries = 0;
        this.#askForChoices();
      }),
      hover({
        ask: (_view, offset) => this.#askForHover(offset),
        announce: (words) => this.#options.announce(words),
      }),
    ];
  }

  receive(answer: Answer): void {
    if (answer.type === 'hover') this.#hovered(answer);
    else if (answer.id === this.#choicesId) this.#suggested(answer);
  }

  #askForChoices(): void {
    const id = ++this.#lastId;
    this.#choicesId = id;
    this.#options.afterSettling(() => {
      const { view, sync, post } = this.#options;
      if (id !== this.#choicesId || !view.hasFocus) return;
      const place = placeAt(view.state.doc, view.state.selection.main.head);
      post({ type: 'completeAt', id, version: sync.version, place });
    });
  }

  #suggested({ version, choices }: Extract<Answer, { readonly type: 'completions' }>): void {
    const { view, sync, announce } = this.#options;
    if (!view.hasFocus) return;
    if (version !== sync.version) {
      if (++this.#tries < maxTries) this.#askForChoices();
      return;
    }
    const placed = choices.flatMap((choice) => {
      const [from, to] = [this.#offset(choice.from, -1), this.#offset(choice.to, 1)];
      return from === undefined || to === undefined ? [] : { ...choice, from, to };
    });
    if (!showChoices(view, placed) && this.#isExplicit) announce(t('No suggestions'));
  }

  #askForHover(offset: number): Promise<Known | undefined> {
    const id = ++this.#lastId;
    const { view, sync, post, afterSettling } = this.#options;
    const { doc } = view.state;
    this.#hover?.done(undefined);
    return new Promise((resolve) => {
      this.#hover = { id, done: resolve };
      afterSettling(() => {
        if (view.state.doc !== doc) resolve(undefined);
        else post({ type: 'hoverAt', id, version: sync.version, place: placeAt(doc, offset) });
      });
    });
  }

  #hovered({ id, version, from, to, text }: Extract<Answer, { readonly type: 'hover' }>): void {
    if (id !== this.#hover?.id) return;
    const isCurrent = version === this.#options.sync.version && text !== '';
    const [start, end] = [this.#offset(from, 1), this.#offset(to, -1)];
    const isPlaced = isCurrent && start !== undefined && end !== undefined;
    this.#hover.done(isPlaced ? { from: start, to: Math.max(start, end), text } : undefined);
    this.#hover = undefined;
  }

  /** A place of the host's text in the editor's, which may be ahead of it. */
  #offset(place: Place, side: 1 | -1): number | undefined {
    const { confirmed, unconfirmed } = this.#options.sync;
    const offset = offsetAt(confirmed, place);
    return offset === undefined ? undefined : (unconfirmed?.mapPos(offset, side) ?? offset);
  }
}
