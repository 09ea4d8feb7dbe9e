// Numbers in the display language.
import { inDisplayLanguage } from './displayLanguage.ts';
import type { Translate } from './translate.ts';

const counts = inDisplayLanguage((language) => new Intl.NumberFormat(language));
const decimals = inDisplayLanguage(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }),
);
const percents = inDisplayLanguage(
  (language) =>
    new Intl.NumberFormat(language, {
      style: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
);

/** `12,345` */
export function formatCount(value: number): string {
  return counts().format(value);
}

/** `1.5`; with one decimal at most. */
export function formatDecimal(value: number): string {
  return decimals().format(value);
}

/** `34.5%` of a part of a whole, and `<0.1%` and `>99.9%` where it is almost nothing or all; nothing has no parts. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const share = part / whole;
  if (share > 0 && share < 0.001) return `<${percents().format(0.001)}`;
  if (share > 0.999 && share < 1) return `>${percents().format(0.999)}`;
  return percents().format(share);
}

/** `1 person`, `2,520 persons` */
export function formatPersons(count: number, t: Translate): string {
  return count === 1 ? t('1 person') : t('{0} persons', formatCount(count));
}

/** `1 of 2,520 persons` */
export function formatPersonsOf(count: number, total: number, t: Translate): string {
  const shown = formatCount(count);
  return total === 1 ? t('{0} of 1 person', shown) : t('{0} of {1} persons', shown, formatCount(total));
}
