// Why the text has no structure, and what to do.
import { firstJsonError, type JsonProblem } from '#json/checkJsonObject.ts';
import { describeJsonProblem } from '#json/describeJsonProblem.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';

interface InvalidTextNoteProps {
  readonly text: string;
  /** Whether the last valid structure is shown below. */
  readonly hasStructure: boolean;
  readonly onShowError: (problem: JsonProblem | undefined) => void;
}

export function InvalidTextNote({ text, hasStructure, onShowError }: InvalidTextNoteProps) {
  const problem = firstJsonError(text);
  const reason = problem ? describeJsonProblem(problem, t) : t('Nested too deeply.');
  const message = hasStructure
    ? t('Invalid JSON, so this is the last valid structure. {0}', reason)
    : t('Invalid JSON. {0}', reason);
  return (
    <div key="note" class="structure-note" role="status">
      <Icon name="warning" />
      <span>{message}</span>
      <button type="button" class="link" onClick={() => onShowError(problem)}>
        {t('Go to Error')}
      </button>
    </div>
  );
}

interface LargeTextNoteProps {
  readonly length: number;
  readonly onShowText: () => void;
}

export function LargeTextNote({ length, onShowText }: LargeTextNoteProps) {
  const size = (length / 1_000_000).toFixed(1);
  return (
    <div key="note" class="structure-note" role="status">
      <Icon name="info" />
      <span>{t('This text is too large for the structure view ({0} million characters).', size)}</span>
      <button type="button" class="link" onClick={onShowText}>
        {t('Edit as Text')}
      </button>
    </div>
  );
}
