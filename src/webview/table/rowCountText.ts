// How many rows or persons a table has, and how many of them it shows.
import { formatCount, formatPersons, formatPersonsOf } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import type { TableState } from './tableState.ts';

export function rowCountText(state: TableState): string {
  const { group } = state;
  if (!group) return countText(state);
  const groups = group.count === 1 ? t('1 group') : t('{0} groups', formatCount(group.count));
  return t('{0} in {1}', countText(state), groups);
}

function countText(state: TableState): string {
  const { shownRows, totalRows, isIndexed, isNarrowed, holdsPersons, unfit, persons, cohortPersons } = state;
  const isUnread = totalRows === 0 && (persons !== undefined || !isIndexed);
  if (unfit !== undefined || isUnread) return '';
  if (holdsPersons && isIndexed && cohortPersons !== undefined) {
    const shown = isNarrowed ? shownRows : totalRows;
    return t('{0} (incomplete export)', formatPersonsOf(shown, isNarrowed ? totalRows : cohortPersons, t));
  }
  if (holdsPersons)
    return isNarrowed ? formatPersonsOf(shownRows, totalRows, t) : formatPersons(totalRows, t);
  return isNarrowed ? formatRowsOf(shownRows, totalRows) : formatRows(totalRows);
}

function formatRows(count: number): string {
  return count === 1 ? t('1 row') : t('{0} rows', formatCount(count));
}

function formatRowsOf(count: number, total: number): string {
  const shown = formatCount(count);
  return total === 1 ? t('{0} of 1 row', shown) : t('{0} of {1} rows', shown, formatCount(total));
}

/** What was copied: rows where all visible columns were, else cells. */
export function copiedText(
  { rows, cells }: { readonly rows: number; readonly cells: number },
  visibleColumns: number,
): string {
  if (cells === rows * visibleColumns)
    return rows === 1 ? t('Copied 1 row') : t('Copied {0} rows', formatCount(rows));
  return cells === 1 ? t('Copied 1 cell') : t('Copied {0} cells', formatCount(cells));
}
