// Numbers as people write them in VS Code's display language, which is the page's `lang`.

const formats = new Map<string, Intl.NumberFormat>();

/** @param options the same for the same name: to create a format takes long, and a screen has many numbers */
function format(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formats.get(name);
  if (known) return known;
  const created = new Intl.NumberFormat(document.documentElement.lang || undefined, options);
  formats.set(name, created);
  return created;
}

export function formatCount(value: number): string {
  return format('count', {}).format(value);
}

export function formatDecimal(value: number): string {
  return format('decimal', { maximumFractionDigits: 2 }).format(value);
}

/** A part of a whole; below 10 % with one decimal. */
export function formatPercent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole;
  const name = share < 0.1 ? 'smallPercent' : 'percent';
  return format(name, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share);
}

const numberStyles = {
  exact: { maximumFractionDigits: 2 },
  /** `12K` */
  short: { notation: 'compact', maximumFractionDigits: 1 },
  day: { style: 'unit', unit: 'day', unitDisplay: 'short', maximumFractionDigits: 1 },
  hour: { style: 'unit', unit: 'hour', unitDisplay: 'short', maximumFractionDigits: 1 },
  minute: { style: 'unit', unit: 'minute', unitDisplay: 'short', maximumFractionDigits: 1 },
  second: { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

export function formatNumber(value: number, style: keyof typeof numberStyles): string {
  return format(`number ${style}`, numberStyles[style]).format(value);
}
