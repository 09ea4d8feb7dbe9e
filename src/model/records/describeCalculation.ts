// The state of a cohort's calculation, in words.
import type { Translate } from '#text/translate.ts';
import { displayText } from '#text/displayText.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import { formatIsoDate, formatMoment } from '#text/formatTime.ts';

export type Calculation =
  | {
      /** `stuck`: polling has stopped after the last try; the calculation may still end. */
      readonly state: 'calculating' | 'stuck';
      /** When it was first seen, in milliseconds since 1970; the calculation may have begun before. */
      readonly sinceMs: number;
      /** The count before; undefined if there was none. */
      readonly before: number | undefined;
      /** False after a poll without a response. */
      readonly hasResponse: boolean;
      /** Whether a poll is running or planned: not while the cohort is out of sight, nor once it is stuck. */
      readonly isPolling: boolean;
    }
  | { readonly state: 'done'; readonly count: number | undefined; readonly before: number | undefined }
  | {
      readonly state: 'failed';
      /** ISO 8601, from the service. */
      readonly lastSuccessAt: string | undefined;
      /** The reason in the service's words, if it gives one. */
      readonly reason: string | undefined;
    };

/** One sentence. */
export function describeCalculation(calculation: Calculation, t: Translate): string {
  switch (calculation.state) {
    case 'calculating':
      return calculation.hasResponse ? t('Calculating…') : t('Calculating… The service does not respond.');
    case 'stuck': {
      const since = formatMoment(new Date(calculation.sinceMs));
      return calculation.hasResponse
        ? t('Still calculating (since {0} or earlier)', since)
        : t('Calculating since {0} or earlier; no update from the service', since);
    }
    case 'done':
      return describeCount(calculation, t);
    case 'failed':
      return describeFailure(calculation, t);
  }
}

function describeFailure(
  { lastSuccessAt, reason }: Extract<Calculation, { state: 'failed' }>,
  t: Translate,
): string {
  const failed =
    reason === undefined
      ? t('The calculation failed.')
      : t('The calculation failed: {0}', asSentence(displayText(reason)));
  const success =
    lastSuccessAt === undefined
      ? t('It has never succeeded.')
      : t('It last succeeded on {0}.', formatIsoDate(lastSuccessAt));
  return `${failed} ${success}`;
}

function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** `+1,234`; undefined if the count has not changed or is not known. */
export function describeDifference({
  count,
  before,
}: {
  readonly count: number | undefined;
  readonly before: number | undefined;
}): string | undefined {
  if (count === undefined || before === undefined || count === before) return undefined;
  const difference = formatCount(Math.abs(count - before));
  return count > before ? `+${difference}` : `−${difference}`;
}

function describeCount(done: Extract<Calculation, { state: 'done' }>, t: Translate): string {
  const { count, before } = done;
  if (count === undefined) return t('Calculated. The service sent no count.');
  const persons = formatPersons(count, t);
  if (count === before) return t('{0} (unchanged)', persons);
  const difference = describeDifference(done);
  return difference === undefined ? persons : t('{0} ({1})', persons, difference);
}
