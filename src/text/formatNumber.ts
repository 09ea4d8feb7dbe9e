// Numbers in the display language.
import { inDisplayLanguage } from './displayLanguage.ts';
import type { Translate } from './translate.ts';

const counts = inDisplayLanguage((language) => new Intl.NumberFormat(language));
const decimals = inDisplayLanguage(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }),
);
const fractions = inDisplayLanguage(
  (language) => (digits: number) => new Intl.NumberFormat(language, { maximumFractionDigits: digits }),
);
const percents = inDisplayLanguage(
  (language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }),
);
const smallPercents = inDisplayLanguage(
  (language) => new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 }),
);

const numberForms = {
  exact: { maximumFractionDigits: 2 },
  /** `2026`, with all digits that a double has. */
  ungrouped: { useGrouping: false, maximumSignificantDigits: 17 },
  /** `12K` */
  short: { notation: 'compact', maximumFractionDigits: 1 },
  /** `0.00042` */
  small: { maximumSignificantDigits: 3 },
  /** `9.01E15` */
  scientific: { notation: 'scientific', maximumFractionDigits: 2 },
  day: { style: 'unit', unit: 'day', unitDisplay: 'short', maximumFractionDigits: 1 },
  hour: { style: 'unit', unit: 'hour', unitDisplay: 'short', maximumFractionDigits: 1 },
  minute: { style: 'unit', unit: 'minute', unitDisplay: 'short', maximumFractionDigits: 1 },
  second: { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 },
  millisecond: { style: 'unit', unit: 'millisecond', unitDisplay: 'short', maximumSignificantDigits: 3 },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

type NumberForm = keyof typeof numberForms;

const formatOf = inDisplayLanguage((language) => {
  const formats = new Map<NumberForm, Intl.NumberFormat>();
  return (form: NumberForm) => {
    const format = formats.get(form) ?? new Intl.NumberFormat(language, numberForms[form]);
    formats.set(form, format);
    return format;
  };
});

/** `12,345` */
export function formatCount(value: number): string {
  return counts().format(value);
}

/** `1.5`; with one decimal at most. */
export function formatDecimal(value: number): string {
  return decimals().format(value);
}

/** `1.00145`; with so many decimals at most. */
export function formatFraction(value: number, digits: number): string {
  return fractions()(Math.min(digits, 100)).format(value);
}

/**
 * `34.5%` of a part of a whole, with one decimal at most; a smaller part has more, so that none reads as 0%, and only
 * the whole reads as 100%. An empty whole has no shares.
 */
export function formatPercent(part: number, whole: number): string {
  if (whole === 0) return '–';
  const share = part / whole;
  const size = Math.abs(share);
  if (size < 0.01 && size > 1e-9) return smallPercents().format(share);
  return share > 0.999 && share < 1 ? `>${percents().format(0.999)}` : percents().format(share);
}

export function formatNumber(value: number, form: NumberForm): string {
  return formatOf()(form).format(value);
}

/** A value that would round to zero keeps its digits; one too large to be exact is shown as a power of ten. */
export function formatPlainNumber(value: number): string {
  const isRounded = isBeyondWords(value) && !Number.isSafeInteger(value);
  return formatNumber(
    value,
    isRounded ? 'scientific' : value !== 0 && Math.abs(value) < 1 ? 'small' : 'exact',
  );
}

/** Whether it has more digits than a person reads. */
export function isBeyondWords(value: number): boolean {
  const size = Math.abs(value);
  return size >= 1e15 || (size > 0 && size < 1e-6);
}

/** `1 person`, `2,520 persons` */
export function formatPersons(count: number, t: Translate): string {
  return count === 1 ? t('1 person') : t('{0} persons', formatCount(count));
}

/** `#12 · 2,520 persons` of a cohort; undefined if its number of persons is unknown. */
export function formatIdAndPersons(
  { id, count }: { readonly id: number; readonly count?: number | undefined },
  t: Translate,
): string {
  const details = [t('#{0}', id)];
  if (count !== undefined) details.push(formatPersons(count, t));
  return details.join(' · ');
}

/** `1 of 2,520 persons` */
export function formatPersonsOf(count: number, total: number, t: Translate): string {
  const shown = formatCount(count);
  return total === 1 ? t('{0} of 1 person', shown) : t('{0} of {1} persons', shown, formatCount(total));
}
