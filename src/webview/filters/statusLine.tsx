// One line below the text: whether it can be saved, what became of the last save, and where the cursor is.
import type { ResultState } from '#protocol/filtersMessages.ts';
import { Button } from '#webview/elements/button.tsx';
import { Icon, type IconName } from '#webview/elements/icon.tsx';
import { keyName } from '#webview/elements/pressedKey.ts';
import { LiveRegion } from '#webview/elements/liveRegion.tsx';
import { t } from '#webview/elements/translate.ts';
import type { ProblemSummary } from '#webview/filters/problems/statusLineText.ts';
import { shownSummary, summaryText, type ViewState } from './viewState.ts';

export interface StatusActions {
  readonly onShowProblem: () => void;
  readonly onNextProblem: () => void;
  readonly onPreviousProblem: () => void;
  /** Asks for the state of a calculation that takes unusually long. */
  readonly onRefreshResult: () => void;
}

interface StatusLineProps {
  readonly state: ViewState;
  /** Without it the line has no place of the cursor, and says nothing of valid JSON. */
  readonly showsText: boolean;
  readonly actions: StatusActions;
}

export function StatusLine({ state, showsText, actions }: StatusLineProps) {
  const { problemCount, result } = state;
  const summary = shownSummary(state, showsText);
  return (
    <div class="status">
      {summary && (
        <SummaryButton summary={summary} disabled={problemCount === 0} onClick={actions.onShowProblem} />
      )}
      {problemCount > 1 && (
        <ProblemSteps count={problemCount} number={state.problemNumber} actions={actions} />
      )}
      <div class="space" />
      {state.save.state === 'saving' && (
        <div class="saving" role="status">
          {t('Saving…')}
        </div>
      )}
      <Result {...result} onRefresh={actions.onRefreshResult} />
      {showsText && <div class="cursor-place">{state.cursor}</div>}
      <LiveRegion announcement={state.announcement} />
      <div class="visually-hidden" aria-live="polite">
        {result.message}
      </div>
    </div>
  );
}

const summaryIcons: Readonly<Record<ProblemSummary['kind'], IconName>> = {
  valid: 'check',
  error: 'error',
  warning: 'warning',
  waiting: 'info',
};

interface SummaryButtonProps {
  readonly summary: ProblemSummary;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function SummaryButton({ summary, disabled, onClick }: SummaryButtonProps) {
  const { kind, message, place } = summary;
  return (
    <button
      type="button"
      class={`problem-summary problem-summary-${kind}`}
      title={summaryText(summary)}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={summaryIcons[kind]} />
      {place !== undefined && <span class="problem-position">{place}</span>}
      <span class="problem-message">{message}</span>
    </button>
  );
}

interface ProblemStepsProps {
  readonly count: number;
  /** The number of the shown problem, from 1. */
  readonly number: number | undefined;
  readonly actions: StatusActions;
}

function ProblemSteps({ count, number, actions }: ProblemStepsProps) {
  return (
    <div class="problem-steps">
      <div class="problem-count">
        {number === undefined ? t('{0} problems', count) : t('{0} of {1} problems', number, count)}
      </div>
      <Button
        icon="up"
        label={t('Previous Problem')}
        title={t('Previous Problem ({0})', keyName('Shift+F8'))}
        onClick={actions.onPreviousProblem}
      />
      <Button
        icon="down"
        label={t('Next Problem')}
        title={t('Next Problem ({0})', 'F8')}
        onClick={actions.onNextProblem}
      />
    </div>
  );
}

const resultIcons: Readonly<Record<Exclude<ResultState, 'none'>, IconName>> = {
  calculating: 'refresh',
  stuck: 'refresh',
  done: 'person',
  failed: 'warning',
};

interface ResultProps {
  readonly state: ResultState;
  readonly message: string;
  readonly isOfOtherText: boolean;
  readonly onRefresh: () => void;
}

/** The calculation that the last save has started, or somebody else's. */
function Result({ state, message, isOfOtherText, onRefresh }: ResultProps) {
  if (state === 'none') return null;
  const isStuck = state === 'stuck';
  const words = state === 'done' && isOfOtherText ? t('On the service: {0}', message) : message;
  return (
    <div class="result-place">
      <button
        type="button"
        class={`result result-${state}`}
        title={isStuck ? t('{0}. Select to refresh.', message) : words}
        disabled={!isStuck}
        onClick={onRefresh}
      >
        <Icon name={resultIcons[state]} />
        <span class="result-words">{words}</span>
      </button>
    </div>
  );
}
