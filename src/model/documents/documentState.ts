// What is known of a document, and what its store is made of.
import type { ApiClient } from '#api/types.ts';
import type { DocumentRef } from './documentUri.ts';
import type { WithLock } from '#model/storage/fileLock.ts';
import type { TextStore } from '#model/storage/textStore.ts';
import type { Memory } from '#model/storage/memory.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

export interface DocumentState {
  /** The text as the service has it, laid out. */
  readonly text: string;
  /** The same as it came. */
  readonly raw: string;
  /** Milliseconds since 1970, a version rather than a time: it rises by a second with each change that was seen. */
  readonly mtime: number;
  readonly ctime: number;
  /** Bytes of `text`. */
  readonly size: number;
  /** Undefined where it cannot be read any more, so that its text is what was seen last. */
  readonly record: DeckRecord | undefined;
  /** Why it cannot be saved: its state, what it says of this caller, or the scope that the key was found to lack. */
  readonly readonly: 'deleted' | 'level' | { readonly scope: string } | undefined;
}

export interface DocumentStoreOptions {
  readonly openClient: (connectionId: string) => Promise<ApiClient>;
  /** A record as a list had it last. */
  readonly listed: (ref: RecordRef) => DeckRecord | undefined;
  /** Hears of each record that an answer brought. */
  readonly onRecord: (ref: RecordRef, record: DeckRecord) => void;
  /** Hears of the end of each request that may have changed a record: what was asked for before it may be of before. */
  readonly onSent: (ref: RecordRef) => void;
  /** Hears of a text that changed on the service, other than by a write from here, and of one that may be edited now. */
  readonly onChange: (ref: RecordRef) => void;
  /** Hears of a record that the service does not give out any more, once. */
  readonly onGone: (ref: RecordRef) => void;
  /** Keeps versions between sessions, so that a text restored from a backup still knows what it was made from. */
  readonly memory: Memory;
  readonly texts: TextStore;
  /** Keeps the saves of other windows out. */
  readonly alone: WithLock;
  /** Hears why either of them could not be written; it is known for this session then. */
  readonly onNotKept: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A document in an editor. `at` names the editor's text; two of them may show one document, each made from its own. */
export interface OpenDocument {
  readonly ref: DocumentRef;
  readonly at: string;
}
