// Numbers and times in the editor's display language, which need not be the machine's. One formatter of each kind for the
// process: to create one takes long.

/** The words of a message, in the person's language. */
type Translate = (message: string, ...args: (string | number)[]) => string;

/** Undefined: the machine's. */
let language: string | undefined;
/** Rises with each change of the language. */
let generation = 0;

const counts = cached(() => new Intl.NumberFormat(language));
const decimals = cached(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }));
const percents = cached(
  () =>
    new Intl.NumberFormat(language, {
      style: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
);
const countries = cached(() => new Intl.DisplayNames(language, { type: 'region' }));
const lists = cached(() => new Intl.ListFormat(language));
const clocks = cached(() => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
const exactClocks = cached(() => new Intl.DateTimeFormat(language, { timeStyle: 'medium' }));
const dateTimes = cached(
  () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
);
const exactDateTimes = cached(
  () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }),
);
const distances = cached(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
/** Not `narrow`: that writes “29 m” in German, which is metres. */
const shortDistances = cached(
  () => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
);

/** Call once, before anything is shown. @param tag such as `de` or `zh-cn` */
export function setDisplayLanguage(tag: string): void {
  language = isLanguage(tag) ? tag : undefined;
  generation++;
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false; // Intl has no other way to say it
  }
}

/** The name of a country by its code in ISO 3166; another text as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries().of(code) ?? code) : code;
}

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

/** `A, B, and C` */
export function formatList(items: readonly string[]): string {
  return lists().format(items);
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

/** `2:03 PM` @param time milliseconds since 1970 */
export function formatClock(time: number): string {
  return clocks().format(time);
}

/** `2:03:12 PM` @param time milliseconds since 1970 */
export function formatClockWithSeconds(time: number): string {
  return exactClocks().format(time);
}

/** `Nov 22, 2026, 2:03 PM` @param time milliseconds since 1970 */
export function formatDateTime(time: number): string {
  return dateTimes().format(time);
}

/** `Nov 22, 2026, 2:03:12 PM` @param time milliseconds since 1970 */
export function formatDateTimeWithSeconds(time: number): string {
  return exactDateTimes().format(time);
}

/** `Nov 22, 2026, 2:03 PM` for an ISO 8601 text of the service; what is not a date stays as it is. */
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
  return formatDistance(distances(), now - time);
}

/** `29 min. ago`, where there is little room */
export function formatAgoShort(time: number, now: number): string {
  return formatDistance(shortDistances(), now - time);
}

function formatDistance(relative: Intl.RelativeTimeFormat, ms: number): string {
  const elapsed = Math.max(0, ms);
  for (const [unit, length] of units)
    if (elapsed >= length) return relative.format(-Math.floor(elapsed / length), unit);
  return relative.format(0, 'second');
}

/** Creates a formatter when it is first needed, and again in another language. */
function cached<T>(create: () => T): () => T {
  let made: { readonly format: T; readonly generation: number } | undefined;
  return () => {
    if (made?.generation !== generation) made = { format: create(), generation };
    return made.format;
  };
}
