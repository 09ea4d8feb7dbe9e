// One line below the text: whether it can be saved, and where the cursor is.
import { block, button, keyName } from '#webview/elements/controls.ts';
import { icon, type IconName } from '#webview/elements/icons.ts';
import type { ResultState } from '#protocol/filters.ts';
import type { ProblemSummary } from '#webview/filters/problems/problemSummary.ts';
import { t } from '#webview/elements/translate.ts';

export interface StatusActions {
  /** The verdict was clicked. */
  readonly show: () => void;
  readonly next: () => void;
  readonly previous: () => void;
  /** A calculation that does not come to an end was clicked. */
  readonly askAgain: () => void;
}

export interface StatusLine {
  readonly element: HTMLElement;
  setVerdict(verdict: ProblemSummary, problemCount: number): void;
  setCursor(words: string): void;
  /** How the calculation goes that a save has started. */
  setResult(state: ResultState, words: string): void;
  /** Says something to people who cannot see the page. */
  announce(words: string): void;
}

/** People who listen are told when a verdict has stood for a moment, not at every letter. */
const announceDelayMs = 800;

const icons: Readonly<Record<ProblemSummary['kind'], IconName>> = {
  valid: 'check',
  error: 'error',
  warning: 'warning',
  waiting: 'info',
};

export function createStatusLine(actions: StatusActions): StatusLine {
  const verdictButton = document.createElement('button');
  verdictButton.type = 'button';
  verdictButton.addEventListener('click', actions.show);
  const next = button({
    icon: 'down',
    label: t('Next Problem'),
    title: t('Next Problem ({0})', 'F8'),
    run: actions.next,
  });
  const previous = button({
    icon: 'up',
    label: t('Previous Problem'),
    title: t('Previous Problem ({0})', keyName('Shift+F8')),
    run: actions.previous,
  });
  const count = block('problem-count');
  const steps = block('problem-steps', count, previous, next);
  const cursor = block('cursor-place');
  const live = block('only-heard');
  live.setAttribute('aria-live', 'polite');
  const result = createResult(actions.askAgain);
  const liveResult = live.cloneNode();
  const element = block(
    'status',
    verdictButton,
    steps,
    block('space'),
    result.element,
    cursor,
    live,
    liveResult,
  );

  let timer: ReturnType<typeof setTimeout> | undefined;
  let said = '';
  let shown = '';
  const announceSoon = (words: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (words !== said) live.textContent = words;
      said = words;
    }, announceDelayMs);
  };

  return {
    element,
    setVerdict(verdict, problemCount) {
      const words = verdict.place === undefined ? verdict.message : `${verdict.place}: ${verdict.message}`;
      const all = JSON.stringify([verdict, problemCount]);
      if (all === shown) return; // most letters change nothing of it
      shown = all;
      verdictButton.className = `verdict verdict-${verdict.kind}`;
      verdictButton.disabled = problemCount === 0;
      verdictButton.title = words;
      verdictButton.replaceChildren(icon(icons[verdict.kind]), ...verdictParts(verdict));
      steps.hidden = problemCount < 2;
      count.textContent = t('{0} problems', problemCount);
      announceSoon(words);
    },
    setCursor(words) {
      cursor.textContent = words;
    },
    setResult(state, words) {
      result.set(state, words);
      liveResult.textContent = words;
    },
    announce(words) {
      clearTimeout(timer);
      live.textContent = words;
      said = words;
    },
  };
}

function verdictParts({ message, place }: ProblemSummary): HTMLElement[] {
  const words = document.createElement('span');
  words.className = 'verdict-words';
  words.textContent = message;
  if (place === undefined) return [words];
  const where = document.createElement('span');
  where.className = 'verdict-place';
  where.textContent = place;
  return [where, words];
}

const resultIcons: Readonly<Record<Exclude<ResultState, 'none'>, IconName>> = {
  calculating: 'refresh',
  stuck: 'refresh',
  done: 'person',
  failed: 'warning',
};

function createResult(askAgain: () => void) {
  const shown = document.createElement('button');
  shown.type = 'button';
  shown.addEventListener('click', askAgain);
  const element = block('result-place', shown);
  element.hidden = true;
  return {
    element,
    set(state: ResultState, words: string) {
      element.hidden = state === 'none';
      if (state === 'none') return;
      const text = document.createElement('span');
      text.className = 'result-words';
      text.textContent = words;
      shown.className = `result result-${state}`;
      shown.disabled = state !== 'stuck';
      shown.title = state === 'stuck' ? t('{0}: select this to ask again', words) : words;
      shown.replaceChildren(icon(resultIcons[state]), text);
    },
  };
}
