import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';

/** What was copied: rows where all visible columns were, else cells. */
export function copiedText(
  { rows, cells }: { readonly rows: number; readonly cells: number },
  visibleColumns: number,
): string {
  if (cells === rows * visibleColumns)
    return rows === 1 ? t('Copied 1 row') : t('Copied {0} rows', formatCount(rows));
  return cells === 1 ? t('Copied 1 cell') : t('Copied {0} cells', formatCount(cells));
}
