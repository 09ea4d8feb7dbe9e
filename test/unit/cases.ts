/** For the check before each commit, which runs often. */
const isShort = process.env['COHORT_DECK_FEW_CASES'] === '1';

/** How many random values a rule has to hold for: all in `npm test` and `npm run unit`, one in ten in `npm run check`. */
export const cases = (all: number) => ({ numRuns: isShort ? all / 10 : all });
