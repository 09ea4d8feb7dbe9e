// A comparison of cohorts, or of exports of one, as its page shows it.
import type { RecordRef } from '#model/records/recordRef.ts';

export interface ShownComparison {
  readonly title: string;
  /** The title of its tab, which names what was compared. */
  readonly tabTitle: string;
  /** Whether the plot names its parts: those whose titles say more than who is in which cohort. */
  readonly namesParts: boolean;
  /** What was compared; two exports are of the same one. */
  readonly cohorts: readonly { readonly ref: RecordRef; readonly title: string; readonly persons: number }[];
  /** The files of exports, the earlier one first; undefined if cohorts are compared. */
  readonly exports: readonly string[] | undefined;
  /** The largest first; last those that are empty. */
  readonly parts: readonly {
    readonly title: string;
    /** A bit for each cohort that its persons are in; they are in no other. */
    readonly cohorts: number;
    readonly persons: number;
  }[];
  /** What the parts do not say, in sentences. */
  readonly notes: readonly string[];
  /** All of it as text, for a document or a chat. */
  readonly text: string;
  /** Writes the persons of a part to a file among the exports. @returns its path. Shows its progress; rejects in words */
  readonly write: (part: number, format: 'ndjson' | 'csv') => Promise<string>;
  /** Drops what is kept on disk to write parts. */
  readonly close: () => Promise<void>;
}
