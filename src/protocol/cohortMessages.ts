// The messages of a cohort's page and its host. Messages to the host are checked here, messages to the page in the page.
import * as z from 'zod';
import {
  type Deletion,
  type EditedMessage,
  maxMessageText,
  recordPageMessages,
  type RecordPageHostMessage,
} from './recordPageMessages.ts';

const webviewMessage = z.discriminatedUnion('type', [
  ...recordPageMessages,
  /** Changes the cohort, by the command for it; `cohort` answers once the change shows. */
  z.object({
    type: z.literal('edit'),
    field: z.enum(['name', 'description']),
    value: z.string().max(maxMessageText),
    /** What the page had when the person began to edit. */
    before: z.string().max(maxMessageText),
  }),
  z.object({
    type: z.literal('run'),
    action: z.enum([
      'editFilters',
      'editGroups',
      'showPersons',
      'exportPersons',
      'compareCohorts',
      'compareExports',
      'recalculate',
      'addPersons',
      'compareCalculations',
      'showHistory',
      'openInBrowser',
      'createFrom',
    ]),
  }),
  /** Asks for the first persons again; `persons` answers. */
  z.object({ type: z.literal('loadPersons') }),
  /** Opens another record's page; of what is no record here, the one of the web UI. */
  z.object({
    type: z.literal('open'),
    kind: z.enum(['cohort', 'dashboard', 'featureFlag', 'insight']),
    id: z.int(),
  }),
  /** Opens an export by its place in `exports`. */
  z.object({ type: z.literal('openExport'), index: z.int().nonnegative() }),
]);

export type CohortWebviewMessage = z.infer<typeof webviewMessage>;

/** Undefined for anything but a message of this page. */
export function parseCohortMessage(value: unknown): CohortWebviewMessage | undefined {
  return webviewMessage.safeParse(value).data;
}

export interface CohortHeader {
  /** The project, with its connection if there are several. */
  readonly place: string;
  /** Empty if it has none; `title` then names it by its id. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Empty if it is not known. */
  readonly owner: string;
  /** ISO 8601, as the service sent it; empty if it did not. */
  readonly createdAt: string;
  readonly canEdit: boolean;
  readonly hasWebPage: boolean;
  readonly deletion: Deletion | undefined;
}

export interface RecordLink {
  readonly kind: 'cohort' | 'dashboard' | 'featureFlag' | 'insight';
  readonly id: number;
  /** What it is called, or its id if it is not loaded. */
  readonly title: string;
  /** Undefined if it has none or is not loaded. */
  readonly name: string | undefined;
}

export interface ExportLink {
  readonly fileName: string;
  readonly rows: number;
  readonly isComplete: boolean;
  /** Milliseconds since 1970. */
  readonly exportedAt: number;
}

export interface CalculationRow {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Undefined while it runs. */
  readonly seconds: number | undefined;
  readonly count: number | undefined;
  /** The service's words; empty if it did not fail. */
  readonly error: string;
}

export interface CohortView {
  readonly header: CohortHeader;
  /** Where its persons come from. */
  readonly source: 'filters' | 'groups' | 'static';
  /** JSON text; empty if it is too long to describe. */
  readonly filters: string;
  /** Undefined if the service does not say. */
  readonly count: number | undefined;
  /** The state of its calculation, as a sentence; empty if it is up to date. */
  readonly calculation: string;
  readonly hasFailed: boolean;
  /** ISO 8601, as the service sent it; empty if it was never calculated, and for a static cohort. */
  readonly calculatedAt: string;
  /** Oldest first. */
  readonly counts: readonly { readonly at: number; readonly count: number }[];
  /** The service's newest calculations, the last one first; empty if it does not say. */
  readonly calculations: readonly CalculationRow[];
  readonly uses: readonly RecordLink[];
  readonly usedBy: readonly RecordLink[];
  /** How many users the service has beside those of `usedBy`; undefined if it names none, so only loaded records were searched. */
  readonly moreUsers: number | undefined;
  readonly exports: readonly ExportLink[];
}

export interface PersonView {
  readonly name: string;
  readonly email: string;
  readonly distinctId: string;
  /** ISO 8601, as the service sent it. */
  readonly createdAt: string;
}

export type PersonsView =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string }
  | LoadedPersons;

export interface LoadedPersons {
  readonly state: 'ready';
  readonly persons: readonly PersonView[];
}

export type CohortHostMessage =
  | RecordPageHostMessage
  | EditedMessage
  /** `loadedAt`: when the service responded, in milliseconds since 1970. */
  | { readonly type: 'cohort'; readonly cohort: CohortView; readonly loadedAt: number }
  | { readonly type: 'persons'; readonly persons: PersonsView };
