// The host's choices as CodeMirror's completion list takes them. Nothing here knows the DOM.
import {
  hasNextSnippetField,
  pickedCompletion,
  snippet,
  type Completion,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { EditorState, Text, TransactionSpec } from '@codemirror/state';
import { findChangedPart } from '#text/changedPart.ts';
import type { OfferedChoice, Choices } from './hostQuestions.ts';

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
