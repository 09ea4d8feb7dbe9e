import { t } from '#webview/elements/translate.ts';

/** A header's cell can be empty, and so is the name of what stands in a list without being an object. */
export function columnLabel(name: string, column: number): string {
  return name === '' ? t('Column {0}', column + 1) : name;
}
