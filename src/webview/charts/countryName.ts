import { pageLanguage } from '#webview/elements/pageLanguage.ts';

let names: Intl.DisplayNames | undefined;

/** The name of a country by its code in ISO 3166, in VS Code's display language; another text as it is. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames(pageLanguage(), { type: 'region' });
  return names.of(code) ?? code;
}
