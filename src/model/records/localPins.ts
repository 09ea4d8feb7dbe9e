// The cohorts that a person pinned to the top of the tree. The interface has no pin for cohorts, so it is
// stored on this machine only.
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import type { Memory } from '#model/storage/memory.ts';
import { formatRecordRef, isSameList, type ListRef, parseRecordRef, type RecordRef } from './recordRef.ts';

export class LocalPins implements Subscription {
  readonly #memory: Memory;
  readonly #changed = new Emitter<void>();
  /** What was read last, as refs and as texts: each record of the tree is looked up. */
  #parsed: { readonly kept: unknown; readonly refs: readonly RecordRef[]; readonly texts: Set<string> } = {
    kept: undefined,
    refs: [],
    texts: new Set(),
  };

  /** Each pinned cohort of no loaded page costs a request. */
  readonly limit = 200;
  readonly onDidChange = this.#changed.event;

  /** Kept over windows. */
  constructor(memory: Memory) {
    this.#memory = memory;
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
    const refs = (Array.isArray(kept) ? kept : []).flatMap((text: unknown) =>
      typeof text === 'string' ? (parseRecordRef(text) ?? []) : [],
    );
    this.#parsed = { kept, refs, texts: new Set(refs.map(formatRecordRef)) };
    return this.#parsed;
  }
}
