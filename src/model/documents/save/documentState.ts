// A document as the service and an editor have it.
import type { ApiError } from '#api/apiError.ts';
import type { Writer } from '#api/writeApproval.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';

/** A document as the service had it at one moment. */
export interface DocumentVersion {
  /** The text as the editor shows it, laid out. */
  readonly text: string;
  /** The raw text; in the known spelling if the value is the same. */
  readonly raw: string;
  /** Names `raw`. */
  readonly hash: string;
  /** Milliseconds since 1970, but a version rather than a time: it rises by a second with each change that was seen. */
  readonly mtime: number;
  readonly ctime: number;
  /** Bytes of `text`. */
  readonly size: number;
  /** Undefined if it can no longer be read: then the text is the last known one. */
  readonly record: DeckRecord | undefined;
}

export interface DocumentState extends DocumentVersion {
  /**
   * Why it cannot be saved: its project is protected here, it is deleted, the caller may only view it, the key was found to
   * lack a scope, or the service cannot be reached and this is the last text known.
   */
  readonly readonly:
    | 'protected'
    | 'deleted'
    | 'level'
    | { readonly scope: string }
    | { readonly lost: ApiError }
    | undefined;
}

/** The text of a document in an editor. `at` names the text: two texts of one document each have their own base. */
export interface EditorText {
  readonly ref: DocumentRef;
  readonly at: string;
}

/** A save that the service has. */
export interface DocumentSave {
  /** `merge`: the text had the service's changes merged into it. */
  readonly action: 'save' | 'merge';
  readonly ref: DocumentRef;
  readonly by?: Writer;
  /** The texts as the editor shows them. */
  readonly before: string;
  readonly after: string;
}
