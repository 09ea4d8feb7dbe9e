// The messages of the table editor and its webview. The webview requests what it shows; the host answers when it has it,
// with the view that the answer belongs to. Messages to the host are checked here, messages to the webview in the webview.
// Texts and columns have no limit: a filter has the whole text of a cell, and a copy all columns of the file.
import * as z from 'zod';
import type { ColumnSummary } from '#table/tableQuery.ts';

/** The index of a row or column, from 0. */
const index = z.int().nonnegative();

const filter = z.object({
  column: index,
  test: z.enum(['contains', 'lacks', 'starts', 'is', 'isNot', 'filled', 'empty', 'atLeast', 'atMost']),
  value: z.string(),
});

const query = z.object({
  search: z.string(),
  filters: z.array(filter),
  sort: z.object({ column: index, isDescending: z.boolean() }).optional(),
  /** The column to group by. */
  group: index.optional(),
});

/** Rows of a view: the one that stays if it is on the screen, and the active one or that of the pane. Undefined if there is none. */
const keptRows = z.object({ anchor: index.optional(), active: index.optional() });
const keptRowsOfView = keptRows.extend({ view: index });

const webviewMessage = z.discriminatedUnion('type', [
  /** Sent once when the page has loaded; `init` and `index` answer. */
  z.object({ type: z.literal('ready') }),
  /** `rows` answers with the cells of the view's rows `[from, to)`. */
  z.object({
    type: z.literal('rows'),
    view: index,
    from: index,
    to: index,
    columns: z.array(index),
  }),
  /**
   * `viewed` answers when the rows are found, unless a later query replaces this one. View 0 has all rows. `kept`:
   * rows of the view before, if this one has the same query; the answer has their positions in this one.
   */
  z.object({ type: z.literal('view'), view: index, query, kept: keptRowsOfView.optional() }),
  /** `summary` answers, for the rows of the last view. */
  z.object({ type: z.literal('summary'), column: index }),
  /** `person` answers with the filled cells of a row. */
  z.object({ type: z.literal('person'), view: index, position: index }),
  /** Copies the view's rows `[from, to)` to the clipboard; `copied` answers. */
  z.object({
    type: z.literal('copy'),
    view: index,
    from: index,
    to: index,
    columns: z.array(index),
    hasHeader: z.boolean(),
  }),
  /** `cellFilter` answers with a filter by the cell's whole text. */
  z.object({
    type: z.literal('cellFilter'),
    view: index,
    position: index,
    column: index,
    test: z.enum(['is', 'isNot']),
  }),
  /** The visible columns in their order, unless they are all columns as the file has them. */
  z.object({ type: z.literal('columns'), shown: z.array(index).optional() }),
  /** Copies a text to the clipboard. */
  z.object({ type: z.literal('copyText'), text: z.string() }),
  /** Adds the persons of the view's rows `[from, to)` to a static cohort, or removes them from the one that is shown. */
  z.object({
    type: z.literal('changeCohort'),
    action: z.enum(['addPersons', 'removePersons']),
    view: index,
    from: index,
    to: index,
  }),
  /** Reads the file again; `init` and `index` answer. */
  z.object({ type: z.literal('reload') }),
  /** Asks the person how to read the file, then reads it again. */
  z.object({ type: z.literal('reopenWith') }),
  /** From a table of the first persons of a cohort. `retry`: what failed; `help`: the action of a failure. */
  z.object({
    type: z.literal('persons'),
    action: z.enum(['loadMore', 'refresh', 'retry', 'export', 'editFilters', 'help']),
  }),
  /** An error in the webview, for the log. */
  z.object({ type: z.literal('failure'), message: z.string().max(4000) }),
]);

export type TableWebviewMessage = z.infer<typeof webviewMessage>;
export type TableQuery = z.infer<typeof query>;
export type TableFilter = z.infer<typeof filter>;
export type KeptRows = z.infer<typeof keptRows>;
export type KeptRowsOfView = z.infer<typeof keptRowsOfView>;

/** Undefined for anything but a message of this webview. */
export function parseTableMessage(value: unknown): TableWebviewMessage | undefined {
  return webviewMessage.safeParse(value).data;
}

/** What is wrong with a file, in sentences. */
export interface TableProblems {
  readonly count: number;
  /** Sentences on the first problems. */
  readonly sentences: readonly string[];
}

/** The first persons of a cohort, and how to get more. */
export interface ShownPersons {
  readonly state: 'loading' | 'loaded' | 'failed';
  /** How many of how many, what is loading, or what failed. */
  readonly sentence: string;
  /** What else to know about them, in sentences; may be empty. */
  readonly note: string;
  /** Why there are none; empty if there are, or if that is not known. */
  readonly nothing: string;
  readonly canLoadMore: boolean;
  /** Their cohort is a list from which persons are removed. */
  readonly canRemove: boolean;
  /** Why none can be removed from a cohort of its project or added to one, as a sentence. */
  readonly readonlyReason: string | undefined;
  /** The title of the action that helps after a failure. */
  readonly help: string | undefined;
}

/** Rows of a view, one after the other, whose cell in one column is the same. */
export interface TableGroup {
  /** Empty for the rows without a cell; a long one is truncated. */
  readonly value: string;
  readonly rows: number;
}

/** What is wrong with a row of a view, in a sentence. */
export interface TableFlaw {
  readonly row: number;
  readonly reason: string;
}

export type TableSummary = ColumnSummary;

export type TableHostMessage =
  | {
      readonly type: 'init';
      readonly fileName: string;
      /** The file has the columns in an order of its own. */
      readonly hasOwnOrder: boolean;
      /** The file has grown: what the page shows stays. */
      readonly isContinued: boolean;
      /** How many persons the cohort had where the file is an export with fewer. */
      readonly cohortPersons: number | undefined;
      /** Translations by English sentence; empty in English. */
      readonly words: Readonly<Record<string, string>>;
    }
  | {
      readonly type: 'index';
      readonly rows: number;
      readonly doneBytes: number;
      readonly bytes: number;
      readonly isDone: boolean;
      /** The names of all columns found so far; undefined if none are new. */
      readonly columns: readonly string[] | undefined;
      readonly problems: TableProblems;
      /** How the file is read, in words; empty if nothing about it can be chosen. */
      readonly dialect: string;
      /** Numbers may have decimal commas. */
      readonly hasDecimalCommas: boolean;
      /** Why the file has nothing to show as rows, in a sentence; undefined if it has. */
      readonly unfit: string | undefined;
    }
  /** How many cells of each column are filled, of the first rows; sent once, if the columns have no own order. */
  | { readonly type: 'filled'; readonly counts: readonly number[] }
  | {
      readonly type: 'rows';
      readonly view: number;
      readonly from: number;
      readonly columns: readonly number[];
      /** Column by column; long texts are truncated. */
      readonly cells: readonly (readonly string[])[];
      readonly flaws: readonly TableFlaw[];
    }
  | {
      readonly type: 'viewed';
      readonly view: number;
      readonly rows: number;
      /** Undefined if the rows are not grouped, or have too many values for it. */
      readonly groups: readonly TableGroup[] | undefined;
      /** Where the rows to keep are now; undefined if the message has none. */
      readonly kept: KeptRows | undefined;
    }
  /** The progress of a view or a summary, from 0 to 1; undefined at its end. */
  | { readonly type: 'working'; readonly share: number | undefined }
  | { readonly type: 'summary'; readonly summary: TableSummary }
  | {
      readonly type: 'person';
      readonly view: number;
      readonly position: number;
      /** The row in the file, from 0. */
      readonly row: number;
      readonly cells: readonly { readonly column: number; readonly text: string }[];
    }
  | { readonly type: 'cellFilter'; readonly filter: TableFilter }
  | { readonly type: 'copied'; readonly rows: number; readonly cells: number }
  | { readonly type: 'file'; readonly state: 'same' | 'changed' | 'gone' | 'broken' }
  /** The rows are the first persons of a cohort. */
  | { readonly type: 'persons'; readonly persons: ShownPersons }
  /** A request failed; the message is a sentence for people. */
  | { readonly type: 'failed'; readonly message: string };
