import { inDisplayLanguage } from './displayLanguage.ts';

const lists = inDisplayLanguage((language) => new Intl.ListFormat(language));

/** `A, B, and C` */
export function formatList(items: readonly string[]): string {
  return lists().format(items);
}
