// The records deleted from here, for restoring them. A deleted dashboard cannot be read, so entries keep the name.
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { isObject } from '#model/storage/isObject.ts';
import type { Memory } from '#model/storage/memory.ts';
import {
  formatRecordRef,
  parseRecordRef,
  type ProjectRef,
  type RecordRef,
  isSameRecord,
} from './recordRef.ts';

export interface Trashed {
  readonly ref: RecordRef;
  /** Empty where the record had no name. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
}

const maxEntries = 500;

export class Trash implements Subscription {
  readonly #memory: Memory;
  readonly #changed = new Emitter<ProjectRef>();
  #entries: readonly Trashed[];

  readonly onDidChange = this.#changed.event;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#entries = parseEntries(memory.read());
  }

  /** Newest first. */
  of(project: ProjectRef): readonly Trashed[] {
    return this.#entries.filter(
      ({ ref }) => ref.connectionId === project.connectionId && ref.projectId === project.projectId,
    );
  }

  get all(): readonly Trashed[] {
    return this.#entries;
  }

  async add(entry: Trashed): Promise<void> {
    this.#reload();
    const others = this.#entries.filter(({ ref }) => !isSameRecord(ref, entry.ref));
    await this.#set([entry, ...others].slice(0, maxEntries), entry.ref);
  }

  async remove(ref: RecordRef): Promise<void> {
    this.#reload();
    if (!this.#entries.some((entry) => isSameRecord(entry.ref, ref))) return;
    await this.#set(
      this.#entries.filter((entry) => !isSameRecord(entry.ref, ref)),
      ref,
    );
  }

  /** Removes the entries of a project; the records stay deleted on the service. */
  async empty(project: ProjectRef): Promise<void> {
    this.#reload();
    const gone = new Set(this.of(project));
    await this.#set(
      this.#entries.filter((entry) => !gone.has(entry)),
      project,
    );
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Another window may have changed it. */
  #reload(): void {
    this.#entries = parseEntries(this.#memory.read());
  }

  async #set(entries: readonly Trashed[], project: ProjectRef): Promise<void> {
    this.#entries = entries;
    this.#changed.fire(project);
    await this.#memory.write(
      entries.map(({ ref, name, deletedAt }) => ({ ref: formatRecordRef(ref), name, deletedAt })),
    );
  }
}

function parseEntries(value: unknown): readonly Trashed[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const { ref, name, deletedAt } = entry;
    const parsed = typeof ref === 'string' ? parseRecordRef(ref) : undefined;
    if (!parsed || typeof name !== 'string' || typeof deletedAt !== 'number') return [];
    return [{ ref: parsed, name, deletedAt }];
  });
}
