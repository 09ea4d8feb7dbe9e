// Numbers and times in the editor's display language, which need not be the machine's. One formatter of each kind for the
// process: to create one takes long.

/** The words of a message, in the person's language. */
type Translate = (message: string, ...args: (string | number)[]) => string;

/** Undefined: the machine's. */
let language: string | undefined;
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

/** To be called once, before anything is shown. @param tag such as `de` or `zh-cn` */
export function setDisplayLanguage(tag: string): void {
  language = isLanguage(tag) ? tag : undefined;
  formats.clear();
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false; // Intl has no other way to say it
  }
}

/** `12,345` */
export function formatCount(value: number): string {
  return once('count', () => new Intl.NumberFormat(language)).format(value);
}

/** `1.5`; with one decimal at most. */
export function formatDecimal(value: number): string {
  return once('decimal', () => new Intl.NumberFormat(language, { maximumFractionDigits: 1 })).format(value);
}

/** `1 person`, `2,520 persons` */
export function formatPersons(count: number, t: Translate): string {
  return count === 1 ? t('1 person') : t('{0} persons', formatCount(count));
}

/** `2:03 PM` @param time milliseconds since 1970 */
export function formatClock(time: number): string {
  return once('clock', () => new Intl.DateTimeFormat(language, { timeStyle: 'short' })).format(time);
}

/** `2:03:12 PM` @param time milliseconds since 1970 */
export function formatClockWithSeconds(time: number): string {
  return once('seconds', () => new Intl.DateTimeFormat(language, { timeStyle: 'medium' })).format(time);
}

/** `Nov 22, 2026, 2:03 PM` @param time milliseconds since 1970 */
export function formatDateTime(time: number): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return once('dateTime', () => new Intl.DateTimeFormat(language, options)).format(time);
}

/** The same for an ISO 8601 text of the service; what is no date stays as it is. */
export function formatIsoDate(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : formatDateTime(time);
}

const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 days ago`, `now` @param time and `now` in milliseconds since 1970 */
export function formatAgo(time: number, now: number): string {
  const elapsed = Math.max(0, now - time);
  const relative = once('ago', () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  for (const [unit, ms] of units) if (elapsed >= ms) return relative.format(-Math.floor(elapsed / ms), unit);
  return relative.format(0, 'second');
}

function once<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  name: string,
  create: () => T,
): T {
  const created = (formats.get(name) as T | undefined) ?? create(); // each name has one kind
  formats.set(name, created);
  return created;
}
