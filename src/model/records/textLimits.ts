import type { RecordKind } from './recordRef.ts';

/** The service's limits for names and descriptions, in characters. */
export const textLimits = {
  name: { dashboard: 400, cohort: 400 },
  description: { dashboard: Number.POSITIVE_INFINITY, cohort: 1000 },
} as const satisfies Record<string, Record<RecordKind, number>>;

/** Counts as the service does: an emoji is one character, not two UTF-16 units. */
export function charactersIn(text: string): number {
  return Array.from(text).length;
}
