// The state of a document, and the parts of its store.
import type { ApiError } from '#api/apiError.ts';
import type { ReadableClient } from '#api/clientTypes.ts';
import type { Writer } from '#api/writeApproval.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import type { ProjectRef, RecordRef } from '#model/records/recordRef.ts';
import type { WithLock } from '#model/storage/fileLock.ts';
import type { Memory } from '#model/storage/memory.ts';
import type { TextFiles } from '#model/storage/textFiles.ts';
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

export interface DocumentStoreOptions {
  readonly openClient: (connectionId: string) => Promise<ReadableClient>;
  /** Whether nothing may be written to the project. */
  readonly isProtected: (project: ProjectRef) => boolean;
  /** A record as a list had it last. */
  readonly listed: (ref: RecordRef) => DeckRecord | undefined;
  /** Called with each record in a response. */
  readonly onRecord: (ref: RecordRef, record: DeckRecord) => void;
  /** Reads a record, and again where a change of it ended meanwhile: the response may be older than the change. */
  readonly readUnchanged: <T>(ref: RecordRef, read: () => Promise<T>) => Promise<T>;
  /** Called after each request that may have changed a record. */
  readonly onSent: (ref: RecordRef) => void;
  /** Called where editors have to read again: the text changed on the service, or it may be edited now. */
  readonly onChange: (ref: RecordRef) => void;
  /** Called once for a record that the service no longer returns. */
  readonly onGone: (ref: RecordRef) => void;
  /** Keeps bases between sessions, so that a text restored from a backup still has one. */
  readonly memory: Memory;
  readonly texts: TextFiles;
  /** Keeps other windows from saving a record at the same time. */
  readonly withLock: WithLock;
  /** Called where `memory` or `texts` could not be written; what they hold then lasts for this session. */
  readonly onStorageError: (error: unknown) => void;
  /** Milliseconds that only rise: a clock may be set back. */
  readonly now: () => number;
}
