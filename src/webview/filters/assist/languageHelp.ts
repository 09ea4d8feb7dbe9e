// CodeMirror's completion list and hovers, filled by VS Code's own JSON support. What they say of a key is in
// media/schemas.
import {
  type Completion,
  type CompletionResult,
  type CompletionSource,
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  currentCompletions,
  hasNextSnippetField,
  pickedCompletion,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, Prec, type Text, type TransactionSpec } from '@codemirror/state';
import {
  type Command,
  EditorView,
  closeHoverTooltips,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
} from '@codemirror/view';
import { findChangedPart } from '#text/changedPart.ts';
import { icon, type IconName } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import type { OfferedChoice, Choices, HoverText } from './hostQuestions.ts';

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

/** By what is suggested. A tick would say that it is chosen. */
export const suggestionIcons: ReadonlyMap<string | undefined, IconName> = new Map([
  ['property', 'summary'],
  ['value', 'value'],
  ['snippet', 'add'],
]);

function iconOf(type: string | undefined): Node | null {
  const name = suggestionIcons.get(type);
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

interface ChoiceCompletion extends Completion {
  /** Whether there is something to choose again once it is inserted. */
  readonly isContinued: boolean;
}

/**
 * All choices replace the same part of the text: JSON support answers for one value or key. They are compared
 * with the text between its opening quote and the cursor, at `offset`.
 */
export function toCompletionResult(
  { choices, isIncomplete }: Choices,
  doc: Text,
  offset: number,
): CompletionResult {
  const { from, to } = choices[0] ?? { from: offset, to: offset };
  const isQuoted = from < offset && doc.sliceString(from, from + 1) === '"';
  const around = { before: isQuoted ? 1 : 0, after: Math.max(0, to - offset) };
  return {
    from: from + around.before,
    options: choices
      .filter((choice) => choice.from === from && choice.to === to)
      .map((choice, index) => toCompletion(choice, index, around)),
    // More letters narrow the list down, until the value ends. Without this, CodeMirror asks again.
    ...(!isIncomplete && { validFor: isQuoted ? /^[^"]*$/ : /^[^"\s,:{}[\]]*$/ }),
  };
}

/** What a choice replaces around the text that it is compared with: lengths. */
interface ReplacedLengths {
  readonly before: number;
  readonly after: number;
}

function toCompletion(choice: OfferedChoice, index: number, around: ReplacedLengths): ChoiceCompletion {
  const { kind, label, details, filter, insert, stops, documentation, isContinued } = choice;
  return {
    label: filter.trim().replaceAll('"', ''),
    displayLabel: label,
    ...(details === '' ? {} : { detail: details }),
    sortText: String(index).padStart(4, '0'),
    type: kind,
    isContinued,
    ...(documentation === '' ? {} : { info: documentation }),
    apply: (view, completion, start, cursor) => {
      const [from, to] = [start - around.before, cursor + around.after];
      const isPlain = stops.length === 0 && !/[\n\t]/.test(insert);
      if (isPlain) view.dispatch(insertPlain(view.state, completion, insert, from, to));
      else snippet(snippetTemplate(choice))(view, completion, from, to);
    },
  };
}

/**
 * Changes only what differs, and stays inside the quotes while a snippet has more fields: its field, which has no
 * quotes, would be left otherwise.
 */
export function insertPlain(
  state: EditorState,
  completion: Completion,
  insert: string,
  from: number,
  to: number,
): TransactionSpec {
  const before = state.sliceDoc(from, to);
  const changed = findChangedPart(before, insert);
  const hasSameEnd = !changed || changed.to < before.length;
  const isInField = hasSameEnd && insert.endsWith('"') && hasNextSnippetField(state);
  return {
    changes: changed ? { from: from + changed.from, to: from + changed.to, insert: changed.insert } : [],
    selection: { anchor: from + insert.length - (isInField ? 1 : 0) },
    annotations: pickedCompletion.of(completion),
    scrollIntoView: true,
    userEvent: 'input.complete',
  };
}

/** The template in CodeMirror's snippet syntax, where a tab is one level of indentation, too. */
export function snippetTemplate({ insert, stops }: Pick<OfferedChoice, 'insert' | 'stops'>): string {
  const numbered = stops.map((stop, index) => ({ ...stop, number: index + 1 }));
  let template = '';
  let at = 0;
  for (const { from, to, number } of numbered.toSorted((a, b) => a.from - b.from)) {
    const text = insert.slice(from, to);
    template += escapeBraces(insert.slice(at, from));
    // A field's own text takes no braces: the cursor goes before it then.
    template += /[{}\n]/.test(text) ? `\${${number}}${escapeBraces(text)}` : `\${${number}:${text}}`;
    at = to;
  }
  return template + escapeBraces(insert.slice(at));
}

function escapeBraces(text: string): string {
  return text.replaceAll(/[{}]/g, '\\$&');
}

/** Shown for the word under the pointer. @param hoverAt undefined where nothing is known, or the text has changed meanwhile */
export function hover(hoverAt: (doc: Text, offset: number) => Promise<HoverText | undefined>): Extension {
  return [
    hoverTooltip(
      async ({ state }, offset) => {
        const known = await hoverAt(state.doc, offset);
        return known ? { pos: known.from, end: known.to, create: () => createBox(known.text) } : null;
      },
      { hideOnChange: true },
    ),
    Prec.high(keymap.of([{ key: 'Escape', run: close }])),
    EditorView.domEventHandlers({ blur: (_event, view) => void close(view) }),
  ];
}

function close(view: EditorView): boolean {
  if (!hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: closeHoverTooltips });
  return true;
}

function createBox(text: string): { readonly dom: HTMLElement } {
  const dom = document.createElement('div');
  dom.className = 'hover';
  dom.setAttribute('role', 'tooltip');
  dom.textContent = text;
  return { dom };
}
