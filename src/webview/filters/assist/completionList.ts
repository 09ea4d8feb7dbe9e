// CodeMirror's completion list, filled by VS Code's own JSON support.
import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  currentCompletions,
  startCompletion,
  type Completion,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { Prec, type Extension, type Text } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import { icon, type IconName } from '#webview/elements/icons.ts';
import { t } from '#webview/elements/translate.ts';
import { toCompletionResult } from './toCompletionResult.ts';
import type { Choices } from './hostQuestions.ts';

export interface CompletionOptions {
  /** Undefined where the text has changed meanwhile. */
  readonly choicesAt: (doc: Text, offset: number) => Promise<Choices | undefined>;
  /** Announced to screen readers when there is no list. */
  readonly announce: (words: string) => void;
}

export function completionList({ choicesAt, announce }: CompletionOptions): Extension {
  return [
    Prec.highest(
      keymap.of([
        { key: 'Tab', run: acceptCompletion },
        { key: 'Escape', run: closeList },
      ]),
    ),
    autocompletion({
      override: [sourceOf(choicesAt)],
      icons: false, // ours instead
      addToOptions: [{ position: 20, render: ({ type }) => iconOf(type) }],
      activateOnCompletion: (option: Completion) => 'isContinued' in option && option.isContinued === true,
      interactionDelay: 0, // as in VS Code, the list takes keys as soon as it shows
    }),
    announceEmptyList(announce),
  ];
}

/** False if no list shows: Escape then keeps its usual meaning. A pending list is canceled. */
const closeList: Command = (view) => {
  const isShown = currentCompletions(view.state).length > 0;
  closeCompletion(view);
  return isShown;
};

/** The text before the cursor that opens suggestions automatically: a word, a quote, a colon. */
const startsSuggestions = /["\p{L}\p{N}_$:]$|: $/u;

function sourceOf(choicesAt: CompletionOptions['choicesAt']): CompletionSource {
  return async (context) => {
    const { state, pos, explicit } = context;
    if (state.readOnly || (!explicit && !context.matchBefore(startsSuggestions))) return null;
    // An answer is about one text. CodeMirror asks again when the typing pauses.
    context.addEventListener('abort', () => undefined, { onDocChange: true });
    const choices = await choicesAt(state.doc, pos);
    return choices ? toCompletionResult(choices, state.doc, pos) : null;
  };
}

const icons: ReadonlyMap<string | undefined, IconName> = new Map([
  ['property', 'summary'],
  ['value', 'check'],
  ['snippet', 'add'],
]);

function iconOf(type: string | undefined): Node | null {
  const name = icons.get(type);
  return name ? icon(name) : null;
}

/** Says so when Ctrl+Space finds nothing that fits. */
function announceEmptyList(announce: (words: string) => void): Extension {
  let isAsked = false;
  const run = (view: EditorView): boolean => {
    isAsked = !view.state.readOnly;
    return isAsked && startCompletion(view);
  };
  return [
    Prec.highest(
      keymap.of([
        { key: 'Ctrl-Space', run },
        { key: 'Mod-i', run },
      ]),
    ),
    EditorView.updateListener.of(({ state, transactions }) => {
      if (!isAsked || transactions.length === 0 || completionStatus(state) === 'pending') return;
      isAsked = false;
      if (currentCompletions(state).length === 0) announce(t('No suggestions'));
    }),
  ];
}
