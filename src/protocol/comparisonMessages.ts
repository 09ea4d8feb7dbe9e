// The messages of the page of a comparison and its host.
import * as z from 'zod';
import { recordPageMessages, type RecordPageHostMessage } from './recordPageMessages.ts';

const part = z.int().nonnegative();

const webviewMessage = z.discriminatedUnion('type', [
  ...recordPageMessages,
  /** Opens a part, by its place, as a table. */
  z.object({ type: z.literal('openPart'), part }),
  /** Asks for a format and a place, and saves a part there. */
  z.object({ type: z.literal('savePart'), part }),
  z.object({ type: z.literal('copyText') }),
  /** Makes a comparison again that ended with its window. */
  z.object({ type: z.literal('compareAgain') }),
  /** Opens the page of a cohort, by its place. */
  z.object({ type: z.literal('openCohort'), cohort: z.int().nonnegative() }),
]);

export type ComparisonWebviewMessage = z.infer<typeof webviewMessage>;

/** Undefined for anything but a message of this page. */
export function parseComparisonMessage(value: unknown): ComparisonWebviewMessage | undefined {
  return webviewMessage.safeParse(value).data;
}

const again = z.object({
  title: z.string(),
  compares: z.enum(['cohorts', 'exports']),
  /** Those of `formatRecordRef`. */
  cohorts: z.array(z.string()).min(1),
  /** The files of the exports, the earlier one first. */
  exports: z.array(z.string()).optional(),
  /** What was compared, as the page named it. */
  names: z.array(z.string()),
});

/** What makes a comparison again. Its page keeps it: the comparison itself ends with the window. */
export type ComparisonAgain = z.infer<typeof again>;

export function parseComparisonAgain(value: unknown): ComparisonAgain | undefined {
  return again.safeParse(value).data;
}

export interface ComparisonView {
  readonly title: string;
  /** Whether the plot names its parts: those whose titles say more than who is in which cohort. */
  readonly namesParts: boolean;
  readonly cohorts: readonly { readonly title: string; readonly persons: number }[];
  /** The largest first. `cohorts`: a bit for each that the persons are in. */
  readonly parts: readonly {
    readonly title: string;
    readonly cohorts: number;
    readonly persons: number;
  }[];
  /** What the parts do not say, in sentences. */
  readonly notes: readonly string[];
  /** Milliseconds since 1970. */
  readonly comparedAt: number;
  readonly again: ComparisonAgain;
}

export type ComparisonHostMessage =
  | RecordPageHostMessage
  | { readonly type: 'comparison'; readonly comparison: ComparisonView }
  /** The window that made it was reloaded or closed. */
  | { readonly type: 'ended'; readonly title: string; readonly names: readonly string[] };
