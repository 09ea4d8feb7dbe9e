// The cohorts that a person pinned to the top of the tree. The interface has no pin for cohorts, so it is
// stored on this machine only.
import { isDeepStrictEqual } from 'node:util';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import type { Memory } from '#model/storage/memory.ts';
import { formatRecordRef, isSameList, type ListRef, parseRecordRef, type RecordRef } from './recordRef.ts';

const none = { kept: undefined, refs: [], texts: new Set<string>() };

export class LocalPins implements Subscription {
  readonly #memory: Memory;
  readonly #numbered: (ref: RecordRef) => RecordRef;
  readonly #changed = new Emitter<void>();
  /** What was read last, as refs and as texts: each record of the tree is looked up. */
  #parsed: { readonly kept: unknown; readonly refs: readonly RecordRef[]; readonly texts: Set<string> } =
    none;

  /** Each pinned cohort of no loaded page costs a request. */
  readonly limit = 200;
  readonly onDidChange = this.#changed.event;

  /**
   * `memory`: kept over windows. `numbered`: the ref with the number of a project that was stored under another name.
   */
  constructor(memory: Memory, numbered: (ref: RecordRef) => RecordRef = (ref) => ref) {
    this.#memory = memory;
    this.#numbered = numbered;
  }

  /** The numbers of projects may be others than before. */
  readAgain(): void {
    const before = this.#parsed;
    this.#parsed = none;
    if (before !== none && !isDeepStrictEqual(this.#read().texts, before.texts)) this.#changed.fire();
  }

  /** The pins of all lists, the oldest first. A record may be gone. */
  get all(): readonly RecordRef[] {
    return this.#read().refs;
  }

  of(list: ListRef): readonly RecordRef[] {
    return this.all.filter((ref) => isSameList(ref, list));
  }

  has(ref: RecordRef): boolean {
    return this.#read().texts.has(formatRecordRef(ref));
  }

  hasRoomFor(refs: readonly RecordRef[]): boolean {
    return refs.filter((ref) => !this.has(ref)).length + this.all.length <= this.limit;
  }

  /** @param former what `all` was before an unpin: what is pinned again comes back to its place */
  async set(refs: readonly RecordRef[], isPinned: boolean, former: readonly RecordRef[] = []): Promise<void> {
    const changed = refs.map(formatRecordRef);
    const others = this.all.map(formatRecordRef).filter((text) => !changed.includes(text));
    const wanted = [...others, ...changed];
    const inPlace = former.map(formatRecordRef).filter((text) => wanted.includes(text));
    const written = this.#memory.write(isPinned ? [...new Set([...inPlace, ...wanted])] : others);
    this.#changed.fire();
    await written;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #read() {
    const kept = this.#memory.read();
    if (kept === this.#parsed.kept) return this.#parsed;
    const refs = refsIn(kept).map(this.#numbered);
    this.#parsed = { kept, refs, texts: new Set(refs.map(formatRecordRef)) };
    return this.#parsed;
  }
}

// The records that a person went to or opened last, kept over windows.
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
    return refsIn(this.#memory.read()).map(this.#numbered);
  }

  async add(ref: RecordRef): Promise<void> {
    const refs = [ref, ...this.all].map(formatRecordRef);
    await this.#memory.write([...new Set(refs)].slice(0, maxRecords));
  }
}

/** What of a stored value are records. */
function refsIn(kept: unknown): readonly RecordRef[] {
  const texts: readonly unknown[] = Array.isArray(kept) ? kept : [];
  return texts.flatMap((text) => (typeof text === 'string' ? (parseRecordRef(text) ?? []) : []));
}
