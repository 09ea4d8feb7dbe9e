// protocol/ has the messages between an editor and its page, and their guards. These are the ones that every page of a
// record and its host exchange.
import * as z from 'zod';

/** UTF-16 units. */
export const maxMessageText = 1_000_000;
/** The same of a text that a page has left: a browser keeps no more. */
const maxLeftText = 5_000_000;

export const recordPageMessages = [
  /** Sent once when the page has loaded; `init` answers, then what the page shows, or `failed`. */
  z.object({ type: z.literal('ready') }),
  /** Asks the service again; `loading` answers, then what the page shows, or `failed`. */
  z.object({ type: z.literal('refresh') }),
  /** Runs the action of the last `failed`. */
  z.object({ type: z.literal('runErrorAction') }),
  /** Undoes or redoes the last change that was made in this window, to any record. */
  z.object({ type: z.literal('history'), direction: z.enum(['undo', 'redo']) }),
  /** What was typed and no field of this page has; `edited` answers once it is open as a file. */
  z.object({ type: z.literal('left'), texts: z.array(z.string().max(maxLeftText)).max(1000) }),
  /** Restores the record, which is deleted, and loads it. */
  z.object({ type: z.literal('restore') }),
  /** An error in the page, for the log. */
  z.object({ type: z.literal('failure'), message: z.string().max(4000) }),
] as const;

export type RecordPageMessage = z.infer<(typeof recordPageMessages)[number]>;

/** Answers the page's `edit`, or with an empty `field` its `left`: it was carried out, or the person knows why not. */
export interface EditedMessage {
  readonly type: 'edited';
  readonly field: string;
}

/** That a record is deleted. */
export interface Deletion {
  /** What is known of it, in sentences. */
  readonly note: string;
  /** False where its project is protected. */
  readonly canRestore: boolean;
}

export type RecordPageHostMessage =
  /** `words`: translations by English sentence; empty in English. */
  | { readonly type: 'init'; readonly words: Readonly<Record<string, string>> }
  | { readonly type: 'loading' }
  /** What a request waits for, as a sentence; empty once it is sent. */
  | { readonly type: 'waiting'; readonly wait: string }
  /** The record could not be loaded: what happened and what to do. `action`: a button that helps. */
  | { readonly type: 'failed'; readonly message: string; readonly action: string | undefined }
  /** Something was done, as a sentence. */
  | { readonly type: 'done'; readonly message: string };
