// The words of the status line.
import type { EditorState, Text } from '@codemirror/state';
import type { Problem } from './problemMarks.ts';
import { t } from '#webview/elements/translate.ts';

export interface ProblemSummary {
  readonly kind: 'valid' | 'error' | 'warning' | 'waiting';
  readonly message: string;
  /** The problem's position, such as `Line 3, column 5`; absent where there is none. */
  readonly place?: string;
  /** The service has rejected the text for it. */
  readonly isOfService?: boolean;
}

/**
 * @param current the problem that the cursor is at, which is shown instead of the first one
 * @param firstError an error of the text itself, which prevents saving
 * @param isRefused whether VS Code refused the last changes
 */
export function summarizeProblems(
  doc: Text,
  firstError: Problem | undefined,
  problems: readonly Problem[],
  isRefused: boolean,
  current?: Problem,
): ProblemSummary {
  if (isRefused) {
    const message = t('VS Code did not accept the last changes. Retrying…');
    return { kind: 'waiting', message };
  }
  const isElsewhere = current && current.from !== firstError?.from;
  if (firstError && !isElsewhere) {
    const message = t('Cannot save: {0}', firstError.message);
    return { kind: 'error', message, place: placeWords(doc, firstError.from) };
  }
  const worst = current ?? problems.find(({ severity }) => severity === 'error') ?? problems[0];
  if (!worst) return { kind: 'valid', message: t('Valid JSON object') };
  return {
    kind: worst.severity === 'error' ? 'error' : 'warning',
    message: worst.message,
    place: placeWords(doc, worst.from),
    ...(worst.isOfService && { isOfService: true }),
  };
}

function placeWords(doc: Text, offset: number): string {
  const at = Math.min(offset, doc.length);
  const line = doc.lineAt(at);
  return t('Line {0}, column {1}', line.number, at - line.from + 1);
}

/** `Ln 3, Col 5`, with the number of selected characters. */
export function cursorWords({ doc, selection }: EditorState): string {
  const { main, ranges } = selection;
  if (ranges.length > 1) return t('{0} selections', ranges.length);
  const line = doc.lineAt(main.head);
  const place = t('Ln {0}, Col {1}', line.number, main.head - line.from + 1);
  return main.empty ? place : t('{0} ({1} selected)', place, main.to - main.from);
}
