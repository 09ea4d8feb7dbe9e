// What the status line says, in words.
import type { EditorState, Text } from '@codemirror/state';
import type { Problem } from './problem.ts';
import { t } from '#webview/elements/translate.ts';

/** What the line says of the text. */
export interface Verdict {
  readonly kind: 'valid' | 'error' | 'warning' | 'waiting';
  readonly message: string;
  /** Where the problem is, in words such as `Line 3, column 5`; absent where there is none. */
  readonly place?: string;
}

/**
 * @param firstError what is wrong with the text itself, which keeps it from being saved
 * @param isRefused whether the last changes have not found their way into the document
 */
export function verdictOf(
  doc: Text,
  firstError: Problem | undefined,
  problems: readonly Problem[],
  isRefused: boolean,
): Verdict {
  if (isRefused) {
    const message = t('The last changes are not in the document yet. Trying again…');
    return { kind: 'waiting', message };
  }
  if (firstError) {
    const message = t('Can’t be saved: {0}', firstError.message);
    return { kind: 'error', message, place: placeWords(doc, firstError.from) };
  }
  const worst = problems.find(({ severity }) => severity === 'error') ?? problems[0];
  if (!worst) return { kind: 'valid', message: t('Valid JSON object') };
  return {
    kind: worst.severity === 'error' ? 'error' : 'warning',
    message: worst.message,
    place: placeWords(doc, worst.from),
  };
}

export function placeWords(doc: Text, offset: number): string {
  const at = Math.min(offset, doc.length);
  const line = doc.lineAt(at);
  return t('Line {0}, column {1}', line.number, at - line.from + 1);
}

/** `Ln 3, Col 5`, with what is selected. */
export function cursorWords({ doc, selection }: EditorState): string {
  const { main, ranges } = selection;
  if (ranges.length > 1) return t('{0} selections', ranges.length);
  const line = doc.lineAt(main.head);
  const place = t('Ln {0}, Col {1}', line.number, main.head - line.from + 1);
  return main.empty ? place : t('{0} ({1} selected)', place, main.to - main.from);
}
