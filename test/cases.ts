/** `npm run check` and `npm test` hold rules against fewer random cases than `npm run unit` and `npm run laws`: this share. */
const share = Number(process.env['COHORT_DECK_CASES'] ?? 1);

/** How many random cases a rule has to hold for, of `all`. */
export const countOfCases = (all: number): number => Math.ceil(all * share);

/** The same as parameters of fast-check. */
export const cases = (all: number) => ({ numRuns: countOfCases(all) });

/**
 * How often what is looked for has to come at least, where it comes more often than `all` times in all cases: how often is
 * random, so five standard deviations less.
 */
export const minFound = (all: number): number => {
  const count = countOfCases(all);
  return Math.max(1, Math.floor(count - 5 * Math.sqrt(count)));
};
