// One line below the table: how many persons, how far the work is, what is selected, what is broken.
import { block, button } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import { icon } from '#webview/elements/icons.ts';
import { count, liveRegion, words } from './tableElements.ts';

export interface StatusLine {
  readonly element: HTMLElement;
  setRows(shown: number, all: number, isFiltered: boolean): void;
  /** 0 to 1; undefined where nothing runs. */
  setWork(what: 'index' | 'query', share: number | undefined): void;
  setSelected(rows: number, columns: number): void;
  setProblems(problems: number): void;
  /** Shown for a while, and said. */
  tell(text: string): void;
  /** Somebody has gone on: what was told is past. */
  letGo(): void;
  say(text: string): void;
}

const tellMs = 6000;

export function createStatusLine(onProblems: () => void): StatusLine {
  const rows = words('span', '', 'status-rows');
  const progress = document.createElement('progress');
  progress.max = 1;
  const work = block('work', progress, words('span', ''));
  const selected = words('span', '', 'faint');
  const told = words('span', '', 'told');
  const problems = button({ label: t('Problems'), run: onProblems });
  problems.classList.add('problems');
  const live = liveRegion();
  const element = block('status', rows, problems, work, told, block('space'), selected, live.element);
  const running = new Map<'index' | 'query', number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drawWork = () => {
    const [what, share] = [...running].at(-1) ?? [];
    work.hidden = share === undefined;
    progress.value = share ?? 0;
    const percent = Math.floor((share ?? 0) * 100);
    const text = what === 'index' ? t('Indexing {0} %', percent) : t('Working {0} %', percent);
    progress.ariaLabel = text;
    if (work.lastChild) work.lastChild.textContent = text;
  };
  drawWork();
  problems.hidden = true;
  return {
    element,
    setRows(shown, all, isFiltered) {
      rows.textContent = isFiltered
        ? t('{0} of {1} persons', count(shown), count(all))
        : t('{0} persons', count(all));
    },
    setWork(what, share) {
      if (share === undefined) running.delete(what);
      else running.set(what, share);
      drawWork();
    },
    setSelected(rowCount, columnCount) {
      const isMore = rowCount * columnCount > 1;
      selected.textContent = isMore ? t('{0} × {1} selected', count(rowCount), count(columnCount)) : '';
    },
    setProblems(found) {
      problems.hidden = found === 0;
      const text = found === 1 ? t('1 problem') : t('{0} problems', count(found));
      problems.ariaLabel = text;
      problems.title = text;
      problems.replaceChildren(icon('warning'), words('span', text));
    },
    tell(text) {
      told.textContent = text;
      live.say(text);
      clearTimeout(timer);
      timer = setTimeout(() => (told.textContent = ''), tellMs);
    },
    letGo() {
      clearTimeout(timer);
      if (told.textContent !== '') told.textContent = '';
    },
    say: (text) => live.say(text),
  };
}
