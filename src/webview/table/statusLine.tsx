// One line below the table: how many persons, the progress of work, the selection, and the file's problems.
import { formatCount, formatPercent } from '#text/formatNumber.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { LiveRegion } from '#webview/elements/liveRegion.tsx';
import { t } from '#webview/elements/translate.ts';
import { rowsText } from './rowsText.ts';
import type { TableState } from '#webview/table/state/tableState.ts';

interface StatusLineProps {
  readonly state: TableState;
  readonly onProblems: () => void;
}

export function StatusLine({ state, onProblems }: StatusLineProps) {
  return (
    <div class="status">
      <span class="status-rows">{rowsText(state)}</span>
      {state.problemCount > 0 && state.unfit === undefined && (
        <ProblemsButton count={state.problemCount} onClick={onProblems} />
      )}
      <Progress indexShare={state.indexShare} queryShare={state.queryShare} />
      <span class="message" title={state.message}>
        {state.message}
      </span>
      <div class="space" />
      <span class="faint">{selectionText(state)}</span>
      <LiveRegion announcement={state.announcement} />
    </div>
  );
}

function selectionText({ selectedRows, selectedColumns }: TableState): string {
  if (selectedRows * selectedColumns <= 1) return '';
  return t('{0} × {1} selected', formatCount(selectedRows), formatCount(selectedColumns));
}

function ProblemsButton({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  const text = count === 1 ? t('1 problem') : t('{0} problems', formatCount(count));
  return (
    <button type="button" class="button problems" title={text} aria-label={text} onClick={onClick}>
      <Icon name="warning" />
      <span>{text}</span>
    </button>
  );
}

/** A query's progress is shown instead of that of the indexing. */
function Progress({ indexShare, queryShare }: Pick<TableState, 'indexShare' | 'queryShare'>) {
  const share = queryShare ?? indexShare;
  if (share === undefined) return null;
  const percent = formatPercent(Math.floor(share * 100), 100);
  const text = queryShare === undefined ? t('Indexing {0}', percent) : t('Searching {0}', percent);
  return (
    <div class="work">
      <progress max={1} value={share} aria-label={text} />
      <span>{text}</span>
    </div>
  );
}
