import { inDisplayLanguage } from './displayLanguage.ts';

const countries = inDisplayLanguage((language) => new Intl.DisplayNames(language, { type: 'region' }));

/** The name of a country by its code in ISO 3166; another text as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries().of(code) ?? code) : code;
}
