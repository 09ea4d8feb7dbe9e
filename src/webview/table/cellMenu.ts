// The menu of a cell, or of the selected ones.
import { keyName } from '#webview/elements/keyName.ts';
import type { MenuItem } from '#webview/elements/menuItem.ts';
import { t } from '#webview/elements/translate.ts';

export interface CellMenuOptions {
  /** @param hasHeader undefined as for the key: with headers where they are several whole rows */
  readonly onCopy: (hasHeader?: boolean) => void;
  readonly onFilter: (test: 'is' | 'isNot') => void;
  readonly onPerson: () => void;
  readonly onSummary: () => void;
}

export function cellMenu({ onCopy, onFilter, onPerson, onSummary }: CellMenuOptions): MenuItem[] {
  return [
    { label: t('Copy'), key: keyName('Mod+C'), run: () => onCopy() },
    { label: t('Copy with Headers'), run: () => onCopy(true) },
    { label: t('Filter by This Value'), startsGroup: true, run: () => onFilter('is') },
    { label: t('Exclude This Value'), run: () => onFilter('isNot') },
    { label: t('Show Row'), key: keyName('Enter'), startsGroup: true, run: onPerson },
    { label: t('Summary of Column'), run: onSummary },
  ];
}
