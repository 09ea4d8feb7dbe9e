// The messages between the filters editor and its webview. The webview pushes state and never waits for an answer.
// Positions are lines and characters from 0, so that the two sides may count line ends differently. A webview imports
// the types only: messages to the host are checked here, messages to the webview by the webview's own guard.
import * as z from 'zod';

const textPosition = z.object({ line: z.int().nonnegative(), character: z.int().nonnegative() });

const fieldDraft = z.object({ field: z.string(), text: z.string(), before: z.string() });

const positionedChange = z.object({ from: textPosition, to: textPosition, text: z.string() });

export type TextPosition = z.infer<typeof textPosition>;
/** Replaces the text between two positions of the document as it was before any change of the same message. */
export type PositionedChange = z.infer<typeof positionedChange>;

const webviewMessage = z.discriminatedUnion('type', [
  /**
   * Sent once when the page has loaded. `init` answers it; where the page had that in its HTML, only what has changed
   * since: `version` is the version of the text that it has.
   */
  z.object({ type: z.literal('ready'), version: z.int().optional() }),
  /** Changes that the person made to the document at `version`. Edits of one `group` are undone together. */
  z.object({
    type: z.literal('edit'),
    id: z.int(),
    version: z.int(),
    group: z.int(),
    changes: z.array(positionedChange).min(1),
  }),
  /** Answers `flush` when every change has been confirmed. */
  z.object({ type: z.literal('flushed'), id: z.int() }),
  /** The webview missed a change; `replaced` answers it. */
  z.object({ type: z.literal('resync') }),
  z.object({ type: z.literal('history'), direction: z.enum(['undo', 'redo']) }),
  z.object({ type: z.literal('openAsText') }),
  /** Saves again after a failure. */
  z.object({ type: z.literal('retrySave') }),
  /** A field for names of the project has the focus; a `names` message follows when more of them are known. */
  z.object({ type: z.literal('wantNames') }),
  /** Runs a command on the record. */
  z.object({ type: z.literal('command'), command: z.enum(['editGroups', 'showPersons', 'exportPersons']) }),
  /** Asks how the project is to be protected from changes. */
  z.object({ type: z.literal('changeProtection') }),
  /** Requests the completions at the position; `completions` answers. */
  z.object({ type: z.literal('completeAt'), id: z.int(), version: z.int(), position: textPosition }),
  /** Requests the hover at the position; `hover` answers. */
  z.object({ type: z.literal('hoverAt'), id: z.int(), version: z.int(), position: textPosition }),
  /** The person asks for the state of the calculation; a `result` follows where it has changed. */
  z.object({ type: z.literal('askAgain') }),
  /** Asks for the names of cohorts that the text refers to; a `names` follows for each that is known. */
  z.object({ type: z.literal('nameCohorts'), ids: z.array(z.int()).min(1).max(500) }),
  /** Asks for cohorts by name or id; `foundCohorts` answers. */
  z.object({ type: z.literal('findCohorts'), id: z.int(), query: z.string().max(400) }),
  z.object({ type: z.literal('openCohort'), cohort: z.int() }),
  /** All text in fields that is not applied yet; `draftsKept` answers. */
  z.object({ type: z.literal('drafts'), id: z.int(), drafts: z.array(fieldDraft) }),
  /**
   * Answers `leftDrafts`; comes alone if a change by others takes a field away. `texts`: those whose fields are gone, or
   * say something else.
   */
  z.object({ type: z.literal('draftsPutBack'), texts: z.array(z.string()) }),
  /**
   * What pages have left whose host has ended. `texts`: typed into this page, and the document cannot take it; `uris`: of
   * other documents. `canKeep`: whether the browser lets this page leave something. `isTooLong`: an earlier page still has
   * a text that it could not leave. `hasFocus`: this page has the focus, or an earlier one had.
   */
  z.object({
    type: z.literal('left'),
    texts: z.array(z.string()),
    uris: z.array(z.string()),
    canKeep: z.boolean(),
    isTooLong: z.boolean(),
    hasFocus: z.boolean(),
  }),
  /** An error inside the webview; for the log. */
  z.object({ type: z.literal('failure'), message: z.string().max(4000) }),
]);

export type WebviewMessage = z.infer<typeof webviewMessage>;

/** Undefined for anything that is not a message of a webview of ours. */
export function parseWebviewMessage(value: unknown): WebviewMessage | undefined {
  return webviewMessage.safeParse(value).data;
}

/** A problem that the host reports; the webview finds errors of the JSON text by itself. */
interface HostProblem {
  readonly from: TextPosition;
  readonly to: TextPosition;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Who reports it, such as `Cohort Deck`; empty if that is unknown. */
  readonly source: string;
  /** The service has rejected the text for it. */
  readonly isOfService: boolean;
}

/** A suggestion for a position. */
export interface CompletionChoice {
  readonly kind: 'property' | 'value' | 'snippet';
  readonly label: string;
  /** Details beside the label; may be empty. */
  readonly details: string;
  /** What typed text is compared with. */
  readonly filter: string;
  /** Replaces the text from `from` to `to`. A tab is one level of indentation, relative to the first line's. */
  readonly insert: string;
  readonly from: TextPosition;
  readonly to: TextPosition;
  /** Parts of `insert` to type over, one after the other, by offsets into it. */
  readonly stops: readonly { readonly from: number; readonly to: number }[];
  /** Plain text; may be empty. */
  readonly documentation: string;
  /** Whether there are suggestions again once it is inserted. */
  readonly isContinued: boolean;
}

/** A cohort of the project that the text may refer to. */
export interface KnownCohort {
  readonly id: number;
  /** Empty if it has none. */
  readonly name: string;
  /** Undefined if it is not known. */
  readonly count?: number | undefined;
}

export interface EditorOptions {
  /** One level of indentation. */
  readonly indent: string;
  readonly tabSize: number;
  readonly wrapLines: boolean;
  /** A value of CSS; absent if the page's own is used. */
  readonly lineHeight?: string;
  /** Why the text cannot be changed; absent if it can be. */
  readonly readonlyReason?: string;
  /** Why the text, which can be changed, cannot be saved; absent if it can be. */
  readonly unsavableReason?: string;
  /** Somebody else has changed what the unsaved text was made from; absent if that is not known. */
  readonly outdatedReason?: string;
  /** The project is read-only here, which a person can change. */
  readonly isProtected: boolean;
  /** Whose filters these are; absent if that is unknown. */
  readonly record?: 'dashboard' | 'cohort';
  /** Where a cohort without filters gets its persons from; absent if only filters can define it. */
  readonly cohortSource?: 'static' | 'groups';
}

/** The state of the calculation that a save has started; `none`: there is none. */
export type ResultState = 'none' | 'calculating' | 'stuck' | 'done' | 'failed';

export type HostMessage =
  | {
      readonly type: 'init';
      readonly version: number;
      readonly text: string;
      readonly options: EditorOptions;
      /** The record was just created: the page begins with its first condition. */
      readonly isNew: boolean;
      /** Translations by English sentence; empty in English. */
      readonly words: Readonly<Record<string, string>>;
    }
  /** The document changed elsewhere: undo, revert, another editor. `version` is the one after the change. */
  | {
      readonly type: 'changed';
      readonly version: number;
      readonly changes: readonly PositionedChange[];
      /** Lines of the document after the change; another number shows that the two sides differ. */
      readonly lineCount: number;
      /** Whether undo or redo made the change. */
      readonly isHistory: boolean;
    }
  | { readonly type: 'replaced'; readonly version: number; readonly text: string }
  /** The edit is in the document and has made `version` of it. */
  | { readonly type: 'applied'; readonly id: number; readonly version: number }
  /**
   * The edit is not in the document. `stale`: the document had changed before; that change has been sent already.
   * `refused`: the editor would not take it.
   */
  | { readonly type: 'rejected'; readonly id: number; readonly reason: 'stale' | 'refused' }
  /** The drafts of that id are stored. */
  | { readonly type: 'draftsKept'; readonly id: number }
  /** What pages of an earlier host had in their fields, not applied; `draftsPutBack` answers. */
  | { readonly type: 'leftDrafts'; readonly drafts: readonly z.infer<typeof fieldDraft>[] }
  /** Asks for all changes now; `flushed` answers. */
  | { readonly type: 'flush'; readonly id: number }
  | { readonly type: 'options'; readonly options: EditorOptions }
  /** `message` is one sentence for people, empty for `none`. `isOfOtherText`: the document has unsaved changes. */
  | {
      readonly type: 'result';
      readonly state: ResultState;
      readonly message: string;
      readonly isOfOtherText: boolean;
    }
  | {
      readonly type: 'save';
      readonly state: 'none' | 'saving' | 'failed';
      /** Why it failed, and when; empty otherwise. */
      readonly message: string;
      /** Whether the same text can be saved later; false for invalid JSON. */
      readonly canRetry?: boolean;
    }
  /** Answers the `completeAt` of that id; no choices where the document has another version. */
  | {
      readonly type: 'completions';
      readonly id: number;
      readonly choices: readonly CompletionChoice[];
      /** Other letters may have other choices. */
      readonly isIncomplete: boolean;
    }
  /** Answers the `hoverAt` of that id; `text` is plain and empty if nothing is known. */
  | {
      readonly type: 'hover';
      readonly id: number;
      readonly from: TextPosition;
      readonly to: TextPosition;
      readonly text: string;
    }
  /** What the project has, as far as it is known. Cohorts add to those of earlier messages; the other lists replace theirs. */
  | {
      readonly type: 'names';
      readonly cohorts: readonly KnownCohort[];
      /** Ids of which the service has no cohort. */
      readonly missingCohorts: readonly number[];
      readonly properties: readonly string[];
      readonly events: readonly string[];
      readonly actions: readonly { readonly id: number; readonly name: string }[];
      /** Values of properties, each with its property; from conditions, and from persons that were shown. */
      readonly values: readonly (readonly [string, readonly string[]])[];
    }
  /** Answers the `findCohorts` of that id, the best first. `failure`: why the service could not be asked, as a sentence. */
  | {
      readonly type: 'foundCohorts';
      readonly id: number;
      readonly cohorts: readonly KnownCohort[];
      readonly failure: string;
    }
  /** All problems that the host reports for the document at `version`. */
  | { readonly type: 'problems'; readonly version: number; readonly problems: readonly HostProblem[] };
