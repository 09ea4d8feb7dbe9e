// The records that a person went to or opened last, kept over windows.
import type { Memory } from '#model/storage/memory.ts';
import { formatRecordRef, parseRecordRef, type RecordRef } from './recordRef.ts';

const maxRecords = 50;

export class RecentRecords {
  readonly #memory: Memory;
  readonly #numbered: (ref: RecordRef) => RecordRef;

  /** `numbered`: the ref with the number of a project that was stored under another name. */
  constructor(memory: Memory, numbered: (ref: RecordRef) => RecordRef = (ref) => ref) {
    this.#memory = memory;
    this.#numbered = numbered;
  }

  /** Newest first. A record may be gone, or its connection. */
  get all(): readonly RecordRef[] {
    const value = this.#memory.read();
    if (!Array.isArray(value)) return [];
    const refs = value.flatMap((text: unknown) =>
      typeof text === 'string' ? (parseRecordRef(text) ?? []) : [],
    );
    return refs.map(this.#numbered);
  }

  async add(ref: RecordRef): Promise<void> {
    const refs = [ref, ...this.all].map(formatRecordRef);
    await this.#memory.write([...new Set(refs)].slice(0, maxRecords));
  }
}
