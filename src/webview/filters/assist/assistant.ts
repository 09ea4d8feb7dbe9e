// Asks the host what may stand at a place, and what is known of it. An answer counts for the last question only, and
// only where the text is still the one that was asked about.
import type { EditorState, Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { HostMessage, Place, WebviewMessage } from '#protocol/filters.ts';
import { t } from '#webview/elements/translate.ts';
import { completion, showChoices } from './completion.ts';
import { hover, type Known } from './hover.ts';
import { offsetAt, placeAt } from '#webview/filters/sync/positions.ts';
import type { Sync } from '#webview/filters/sync/sync.ts';
import { continuesWord } from './typedWord.ts';

type Answer = Extract<HostMessage, { readonly type: 'completions' | 'hover' }>;

/** A text that changes all the time is asked about again only so often. */
const maxTries = 5;
/** So long nothing has to be typed before something is suggested unasked. */
const pauseMs = 80;

export interface AssistantOptions {
  /** Called once there is one; the assistant's extension is made before it. */
  readonly view: () => EditorView;
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
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The line up to the cursor where nothing fitted last. */
  #fruitless = '';
  #hover: { readonly id: number; readonly done: (known: Known | undefined) => void } | undefined;

  constructor(options: AssistantOptions) {
    this.#options = options;
  }

  get extension(): Extension {
    return [
      completion((isExplicit) => {
        clearTimeout(this.#timer);
        if (isExplicit) this.#ask(true);
        else this.#askInPause();
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

  get #view(): EditorView {
    return this.#options.view();
  }

  /** The host has enough to do while somebody types, and what nothing fitted fits nothing with more letters either. */
  #askInPause(): void {
    const { state } = this.#view;
    if (continuesWord(this.#fruitless, startOfLine(state))) return;
    this.#timer = setTimeout(() => {
      const { doc, selection } = this.#view.state;
      if (doc === state.doc && selection.eq(state.selection)) this.#ask(false);
    }, pauseMs);
  }

  #ask(isExplicit: boolean): void {
    this.#isExplicit = isExplicit;
    this.#tries = 0;
    this.#askForChoices();
  }

  #askAgain(): void {
    if (++this.#tries < maxTries) this.#askForChoices();
  }

  #askForChoices(): void {
    const id = ++this.#lastId;
    this.#choicesId = id;
    this.#options.afterSettling(() => {
      const { sync, post } = this.#options;
      const view = this.#view;
      if (id !== this.#choicesId || !view.hasFocus) return;
      const place = placeAt(view.state.doc, view.state.selection.main.head);
      post({ type: 'completeAt', id, version: sync.version, place });
    });
  }

  #suggested({ version, choices }: Extract<Answer, { readonly type: 'completions' }>): void {
    const { sync, announce } = this.#options;
    const view = this.#view;
    if (!view.hasFocus) return;
    if (version !== sync.version) return this.#askAgain();
    const placed = choices.flatMap((choice) => {
      const [from, to] = [this.#offset(choice.from, -1), this.#offset(choice.to, 1)];
      return from === undefined || to === undefined ? [] : { ...choice, from, to };
    });
    if (showChoices(view, placed)) return;
    if (!sync.isSettled) return this.#askAgain(); // the host may have had another text by then
    this.#fruitless = startOfLine(view.state);
    if (this.#isExplicit) announce(t('No suggestions'));
  }

  #askForHover(offset: number): Promise<Known | undefined> {
    const id = ++this.#lastId;
    const { sync, post, afterSettling } = this.#options;
    const view = this.#view;
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

function startOfLine({ doc, selection }: EditorState): string {
  const { head } = selection.main;
  const line = doc.lineAt(head);
  return line.text.slice(0, head - line.from);
}
