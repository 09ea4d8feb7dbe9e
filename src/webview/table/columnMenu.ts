// The menu of a column.
import { keyName } from '#webview/elements/keyName.ts';
import { t } from '#webview/elements/translate.ts';
import type { MenuItem } from '#webview/elements/menuItem.ts';

export interface ColumnMenuOptions {
  /** Set if the table is sorted by this column. */
  readonly sort: { readonly isDescending: boolean } | undefined;
  /** The table is grouped by this column. */
  readonly isGrouped: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isOnly: boolean;
  readonly isPinned: boolean;
  /** @param isDescending undefined for the order of the file */
  readonly onSort: (isDescending: boolean | undefined) => void;
  readonly onGroup: () => void;
  readonly onFilter: () => void;
  readonly onSummary: () => void;
  readonly onHide: () => void;
  readonly onPin: () => void;
  readonly onHideOthers: () => void;
  readonly onMove: (step: number) => void;
  readonly onResize: (byPx: number) => void;
  readonly onFit: () => void;
  readonly onCopyName: () => void;
}

const stepPx = 48;

export function columnMenu(options: ColumnMenuOptions): MenuItem[] {
  const { sort, isFirst, isLast, isOnly, isPinned, isGrouped } = options;
  return [
    {
      label: t('Sort Ascending'),
      isDisabled: sort?.isDescending === false,
      run: () => options.onSort(false),
    },
    { label: t('Sort Descending'), isDisabled: sort?.isDescending === true, run: () => options.onSort(true) },
    { label: t('Clear Sort'), isDisabled: sort === undefined, run: () => options.onSort(undefined) },
    {
      label: isGrouped ? t('Ungroup') : t('Group by This Column'),
      startsGroup: true,
      run: options.onGroup,
    },
    { label: t('Filter…'), run: options.onFilter },
    { label: t('Summary and Chart'), run: options.onSummary },
    { label: isPinned ? t('Unpin Column') : t('Pin Column'), startsGroup: true, run: options.onPin },
    { label: t('Hide Column'), isDisabled: isOnly, run: options.onHide },
    { label: t('Hide Other Columns'), isDisabled: isOnly, run: options.onHideOthers },
    {
      label: t('Move Left'),
      key: keyName('Alt+Shift+←'),
      isDisabled: isFirst,
      run: () => options.onMove(-1),
    },
    { label: t('Move Right'), key: keyName('Alt+Shift+→'), isDisabled: isLast, run: () => options.onMove(1) },
    { label: t('Wider'), key: keyName('Alt+→'), startsGroup: true, run: () => options.onResize(stepPx) },
    { label: t('Narrower'), key: keyName('Alt+←'), run: () => options.onResize(-stepPx) },
    { label: t('Fit to Contents'), run: options.onFit },
    { label: t('Copy Column Name'), startsGroup: true, run: options.onCopyName },
  ];
}
