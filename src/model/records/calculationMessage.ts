// How a cohort's calculation goes or went, and the sentences about it.
import type { Translate } from '#json/translate.ts';

export type Calculation =
  | {
      /** `stuck`: it has been asked about often enough; it may still end one day. */
      readonly state: 'calculating' | 'stuck';
      /** When it was first seen calculating, in milliseconds since 1970; it may have begun before. */
      readonly sinceMs: number;
      /** Persons before; undefined where there was no count. */
      readonly before: number | undefined;
      /** False where the last question about it was not answered. */
      readonly hasAnswer: boolean;
      /** Whether a question about it is under way or will follow: not while nobody looks, nor once it is stuck. */
      readonly isFollowed: boolean;
    }
  | { readonly state: 'done'; readonly count: number | undefined; readonly before: number | undefined }
  /** `lastGoodAt` as the service tells it, ISO 8601. */
  | { readonly state: 'failed'; readonly lastGoodAt: string | undefined };

/** One sentence for people. */
export function describeCalculation(calculation: Calculation, t: Translate): string {
  switch (calculation.state) {
    case 'calculating':
      return calculation.hasAnswer
        ? t('Calculating…')
        : t('Calculating… The service does not answer at the moment.');
    case 'stuck': {
      const since = formatTime(calculation.sinceMs);
      return calculation.hasAnswer
        ? t('Still calculating, at least since {0}', since)
        : t('Calculating, at least since {0}; the service tells no more about it', since);
    }
    case 'done':
      return describeCount(calculation, t);
    case 'failed':
      return calculation.lastGoodAt === undefined
        ? t('The calculation failed. There has been no good one yet.')
        : t('The calculation failed. The last good one was on {0}.', formatDate(calculation.lastGoodAt));
  }
}

/** `1,234 more than before`; undefined where there is no difference to tell. */
export function describeDifference(
  { count, before }: { readonly count: number | undefined; readonly before: number | undefined },
  t: Translate,
): string | undefined {
  if (count === undefined || before === undefined || count === before) return undefined;
  const difference = Math.abs(count - before).toLocaleString();
  return count > before ? t('{0} more than before', difference) : t('{0} fewer than before', difference);
}

function describeCount(done: Extract<Calculation, { state: 'done' }>, t: Translate): string {
  const { count, before } = done;
  if (count === undefined) return t('Calculated; the service tells no count.');
  const persons = count === 1 ? t('1 person') : t('{0} persons', count.toLocaleString());
  const difference = count === before ? t('as many as before') : describeDifference(done, t);
  return difference === undefined ? persons : t('{0}, {1}', persons, difference);
}

/** The time alone where it was today. */
function formatTime(ms: number): string {
  const date = new Date(ms);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString(undefined, { timeStyle: 'short' }) : date.toLocaleString();
}

/** In the person's own locale; a date that cannot be read is shown as it came. */
function formatDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : date.toLocaleString();
}
