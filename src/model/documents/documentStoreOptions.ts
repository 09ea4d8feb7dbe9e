import type { ReadableClient } from '#api/clientTypes.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { WithLock } from '#model/storage/fileLock.ts';
import type { Memory } from '#model/storage/memory.ts';
import type { TextFiles } from '#model/storage/textFiles.ts';

/** What the store of documents needs of the model and of the disk. */
export interface DocumentStoreOptions {
  readonly openClient: (connectionId: string) => Promise<ReadableClient>;
  /** What is known of a document is of the service at this address. Undefined for sample data, whose port changes. */
  readonly addressOf: (connectionId: string) => string | undefined;
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
