// What editors and their webviews say to each other. The webview pushes state and never waits for an answer.
// Places are lines and characters from 0, so that the two sides may count line ends differently. A webview imports the
// types alone: messages to the host are checked here, messages to the webview by the webview's own guard.
import * as z from 'zod';

const place = z.object({ line: z.int().nonnegative(), character: z.int().nonnegative() });

const placedChange = z.object({ from: place, to: place, text: z.string() });

export type Place = z.infer<typeof place>;
/** Replaces what is between two places of the document as it was before any change of the same message. */
export type PlacedChange = z.infer<typeof placedChange>;

const webviewMessage = z.discriminatedUnion('type', [
  /**
   * Sent once when the page has loaded. `init` answers it, or, where the page has had that with its HTML, whatever has
   * changed since: `version` is that of the text it has.
   */
  z.object({ type: z.literal('ready'), version: z.int().optional() }),
  /** Changes from one person's hands, made to the document at `version`. Edits of one `group` are undone together. */
  z.object({
    type: z.literal('edit'),
    id: z.int(),
    version: z.int(),
    group: z.int(),
    changes: z.array(placedChange).min(1),
  }),
  /** Answers `flush` when every change has been confirmed. */
  z.object({ type: z.literal('flushed'), id: z.int() }),
  /** The webview missed a change; `replaced` answers it. */
  z.object({ type: z.literal('resync') }),
  z.object({ type: z.literal('history'), direction: z.enum(['undo', 'redo']) }),
  z.object({ type: z.literal('openAsText') }),
  /** What may stand at the place? `completions` answers, if the document still has the version. */
  z.object({ type: z.literal('completeAt'), id: z.int(), version: z.int(), place }),
  /** What is known of the place? `hover` answers. */
  z.object({ type: z.literal('hoverAt'), id: z.int(), version: z.int(), place }),
  /** The person wants to know now how the calculation goes; a `result` follows where there is news. */
  z.object({ type: z.literal('askAgain') }),
  /** What is written in fields and not applied yet, all of it. */
  z.object({ type: z.literal('drafts'), drafts: z.array(z.string()) }),
  /** Something broke inside the webview; for the log. */
  z.object({ type: z.literal('failure'), message: z.string().max(4000) }),
]);

export type WebviewMessage = z.infer<typeof webviewMessage>;

/** Undefined for anything that is not a message of a webview of ours. */
export function parseWebviewMessage(value: unknown): WebviewMessage | undefined {
  const result = webviewMessage.safeParse(value);
  return result.success ? result.data : undefined;
}

/** A problem that the host knows of; the webview finds errors of the JSON text by itself. */
export interface PlacedProblem {
  readonly from: Place;
  readonly to: Place;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Who says so, such as `Cohort Deck`; empty where that is unknown. */
  readonly source: string;
}

/** Something that may be put in the text at a place. */
export interface CompletionChoice {
  readonly kind: 'property' | 'value' | 'snippet';
  readonly label: string;
  /** What typed text is compared with. */
  readonly filter: string;
  /** Replaces what is between the places. A tab stands for one level of indentation, lines begin at the first one's. */
  readonly insert: string;
  readonly from: Place;
  readonly to: Place;
  /** Parts of `insert` to be typed over, one after the other, by offsets into it. */
  readonly stops: readonly { readonly from: number; readonly to: number }[];
  /** Plain text; may be empty. */
  readonly documentation: string;
  /** Whether there is something to choose again where it has been put in. */
  readonly isContinued: boolean;
}

export interface EditorOptions {
  /** One level of indentation. */
  readonly indent: string;
  readonly tabSize: number;
  readonly wrapLines: boolean;
  /** A value of CSS; absent where the page's own will do. */
  readonly lineHeight?: string;
  /** Why the text cannot be changed; absent where it can be. */
  readonly readonlyReason?: string;
  /** Whose filters these are; absent where that is unknown. */
  readonly record?: 'dashboard' | 'cohort';
}

/** How the calculation goes that a save has started; `none`: there is nothing to tell. */
export type ResultState = 'none' | 'calculating' | 'stuck' | 'done' | 'failed';

export type HostMessage =
  | {
      readonly type: 'init';
      readonly version: number;
      readonly text: string;
      readonly options: EditorOptions;
      /** Translations by English sentence; empty in English. */
      readonly words: Readonly<Record<string, string>>;
    }
  /** Somebody else changed the document: undo, revert, another editor. `version` is the one after the change. */
  | {
      readonly type: 'changed';
      readonly version: number;
      readonly changes: readonly PlacedChange[];
      /** Lines of the document after the change, for noticing that the two sides have drifted apart. */
      readonly lineCount: number;
    }
  | { readonly type: 'replaced'; readonly version: number; readonly text: string }
  /** The edit is in the document, which has `version` by it. */
  | { readonly type: 'applied'; readonly id: number; readonly version: number }
  /**
   * The edit is not in the document. `stale`: the document had changed before; that change has been sent already.
   * `refused`: the editor would not take it.
   */
  | { readonly type: 'rejected'; readonly id: number; readonly reason: 'stale' | 'refused' }
  /** All changes are needed in the document now; `flushed` answers. */
  | { readonly type: 'flush'; readonly id: number }
  | { readonly type: 'options'; readonly options: EditorOptions }
  /** `message` is one sentence for people, empty for `none`. */
  | { readonly type: 'result'; readonly state: ResultState; readonly message: string }
  /** Answers the `completeAt` of that id. */
  | {
      readonly type: 'completions';
      readonly id: number;
      readonly version: number;
      readonly choices: readonly CompletionChoice[];
    }
  /** Answers the `hoverAt` of that id; `text` is plain and empty where nothing is known. */
  | {
      readonly type: 'hover';
      readonly id: number;
      readonly version: number;
      readonly from: Place;
      readonly to: Place;
      readonly text: string;
    }
  /** All problems that the host knows of in the document at `version`. */
  | { readonly type: 'problems'; readonly version: number; readonly problems: readonly PlacedProblem[] };
