// Numbers as people write them in VS Code's display language.
import { pageLanguage } from './pageLanguage.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** @param options the same for the same name: to create a format takes long, and a screen has many numbers */
function format(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formats.get(name);
  if (known) return known;
  const created = new Intl.NumberFormat(pageLanguage(), options);
  formats.set(name, created);
  return created;
}

export function formatCount(value: number): string {
  return format('count', {}).format(value);
}

export function formatDecimal(value: number): string {
  return format('decimal', { maximumFractionDigits: 2 }).format(value);
}

/** A part of a whole, with one decimal at most; a smaller part has more, so that none reads as 0%, and only all reads as 100%. */
export function formatPercent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole;
  const size = Math.abs(share);
  if (size < 0.01 && size > 1e-9)
    return format('least', { style: 'percent', maximumSignificantDigits: 2 }).format(share);
  const percent = format('percent', { style: 'percent', maximumFractionDigits: 1 });
  return share > 0.999 && share < 1 ? `>${percent.format(0.999)}` : percent.format(share);
}

const numberStyles = {
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

export function formatNumber(value: number, style: keyof typeof numberStyles): string {
  return format(`number ${style}`, numberStyles[style]).format(value);
}
