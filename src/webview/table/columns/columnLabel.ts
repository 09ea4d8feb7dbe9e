import { displayText } from '#text/displayText.ts';
import { t } from '#webview/elements/translate.ts';

/** A column without a name has a number: its header is empty, or its file is a list of values. */
export function columnLabel(name: string, column: number): string {
  return name === '' ? t('Column {0}', column + 1) : displayText(name);
}

/** Columns that only persons have. */
export function isPersonColumn(name: string): boolean {
  return /^(properties\.|distinct_ids(\.|$))/.test(name);
}
