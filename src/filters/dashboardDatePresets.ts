import type { Translate } from '#text/translate.ts';

/** The start dates offered for a dashboard, by their text. */
export function dashboardDatePresets(t: Translate): ReadonlyMap<string, string> {
  return new Map([
    ['dStart', t('Today')],
    ['-24h', t('Last 24 hours')],
    ['-7d', t('Last 7 days')],
    ['-14d', t('Last 14 days')],
    ['-30d', t('Last 30 days')],
    ['-90d', t('Last 90 days')],
    ['-180d', t('Last 180 days')],
    ['mStart', t('This month')],
    ['yStart', t('This year')],
    ['all', t('All time')],
  ]);
}
