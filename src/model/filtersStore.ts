// The filters of records as texts, each with a version that changes only when the service's text does. A text is
// written only onto the text it was made from.
import { createHash } from 'node:crypto';
import type { ApiClient, RecordText, Resource } from '../api/types.ts';
import type { Catalog } from './catalog.ts';
import type { Subscription } from './event.ts';
import { formatJson } from './jsonFormat.ts';
import { memberBody, sliceMember } from './jsonMember.ts';
import type { Memory } from './memory.ts';
import { type DeckRecord, isViewOnly, type RecordFields } from './records.ts';
import { formatListRef, formatRecordRef, type RecordRef } from './refs.ts';
import { isObject } from './unknown.ts';

export interface FiltersState {
  /** The filters as the service has them, laid out. */
  readonly text: string;
  /** Milliseconds since 1970, a version rather than a time: it rises by a second with each change that was seen. */
  readonly mtime: number;
  readonly ctime: number;
  /** Bytes of `text`. */
  readonly size: number;
  readonly record: DeckRecord;
  readonly isViewOnly: boolean;
}

/** The service has another text than the one that the edit was made from. Nothing was sent. */
export class FiltersConflict extends Error {
  override readonly name = 'FiltersConflict';
  readonly ref: RecordRef;
  constructor(ref: RecordRef) {
    super('The filters were changed on the service meanwhile.');
    this.ref = ref;
  }
}

export interface FiltersStoreOptions {
  readonly openClient: (connectionId: string) => Promise<ApiClient>;
  /** Hears of each record that an answer brought. */
  readonly onRecord: (ref: RecordRef, record: DeckRecord) => void;
  /** Hears of a text that changed on the service, other than by a write from here. */
  readonly onChange: (ref: RecordRef) => void;
  /** Keeps versions between sessions, so that a text restored from a backup still knows what it was made from. */
  readonly memory: Memory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a text was made from: enough to tell whether the service still has it. */
interface Base {
  readonly hash: string;
  readonly size: number;
}

interface Entry {
  readonly raw: string;
  readonly hash: string;
  readonly state: FiltersState;
  readonly askedAt: number;
}

/** A save asks for the state three times; one answer serves them all. */
const freshMs = 1000;
const maxRemembered = 300;

export class FiltersStore {
  readonly #options: FiltersStoreOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #bases = new Map<string, Base & { readonly mtime: number }>();
  readonly #overwrites = new Set<string>();

  constructor(options: FiltersStoreOptions) {
    this.#options = options;
    for (const [key, base] of parseBases(options.memory.read())) this.#bases.set(key, base);
  }

  /** What is known without asking. */
  known(ref: RecordRef): FiltersState | undefined {
    return this.#entries.get(formatRecordRef(ref))?.state;
  }

  /** At most a second old. Throws ApiError. */
  async stat(ref: RecordRef): Promise<FiltersState> {
    const known = this.#entries.get(formatRecordRef(ref));
    if (known && this.#options.now() - known.askedAt < freshMs) return known.state;
    const { state, hash } = await this.#ask(ref);
    const base = this.#bases.get(formatRecordRef(ref));
    // The editor asks the person itself where time and size differ from what it has, and says nothing of their answer
    // to the write that follows; a change of the same size it does not see, so that the write has to refuse it.
    if (!base || base.size !== state.size) await this.#setBase(ref, hash, state);
    return state;
  }

  /** Throws ApiError. */
  async read(ref: RecordRef): Promise<FiltersState> {
    const known = this.#entries.get(formatRecordRef(ref));
    const isFresh = known !== undefined && this.#options.now() - known.askedAt < freshMs;
    const { state, hash } = isFresh ? known : await this.#ask(ref);
    await this.#setBase(ref, hash, state);
    return state;
  }

  /**
   * Sends the text as it is. Throws JsonTextError where it is no JSON object, FiltersConflict where the service has
   * another text than the one last read or written, ApiError.
   */
  async write(ref: RecordRef, text: string): Promise<void> {
    const body = memberBody('filters', text);
    const key = formatRecordRef(ref);
    const base = this.#bases.get(key);
    const { hash } = await this.#ask(ref);
    if (base && base.hash !== hash && !this.#overwrites.has(key)) throw new FiltersConflict(ref);
    const answer = await (await this.#resource(ref)).updateText(ref.id, body);
    this.#overwrites.delete(key);
    const entry = this.#take(ref, answer, text, true);
    await this.#setBase(ref, entry.hash, entry.state);
    this.#options.onRecord(ref, answer.record);
  }

  /** Lets the next write replace whatever the service has, because a person said so. */
  approveOverwrite(ref: RecordRef): void {
    this.#overwrites.add(formatRecordRef(ref));
  }

  /** Hears from the catalog of filters that are others than those known here, and tells the readers. */
  follow(catalog: Catalog): Subscription {
    return catalog.onDidChange((change) => {
      if (change.kind === 'list') this.#expire(formatListRef(change.ref)); // a record of it may be gone, or back
      const key = change.kind === 'record' ? formatRecordRef(change.ref) : '';
      const known = this.#entries.get(key);
      if (change.kind !== 'record' || !known) return;
      const filters = catalog.get(change.ref)?.filters;
      if (!filters || JSON.stringify(JSON.parse(known.raw)) === JSON.stringify(filters)) return;
      this.#entries.delete(key);
      this.#options.onChange(change.ref);
    });
  }

  /** Lets the next question about any record of a list reach the service. */
  #expire(list: string): void {
    for (const [key, entry] of this.#entries) {
      if (key.startsWith(`${list}/`)) this.#entries.set(key, { ...entry, askedAt: Number.NEGATIVE_INFINITY });
    }
  }

  async #ask(ref: RecordRef): Promise<Entry> {
    const before = this.#entries.get(formatRecordRef(ref));
    const entry = this.#take(ref, await (await this.#resource(ref)).retrieveText(ref.id), '{}', false);
    this.#options.onRecord(ref, entry.state.record);
    if (before && before.hash !== entry.hash) this.#options.onChange(ref);
    return entry;
  }

  /** `fallback` stands in where an answer has no filters. */
  #take(
    ref: RecordRef,
    { record, text: answer }: RecordText<DeckRecord>,
    fallback: string,
    isOwn: boolean,
  ): Entry {
    const key = formatRecordRef(ref);
    const raw = sliceMember(answer, 'filters') ?? fallback;
    const hash = createHash('sha256').update(raw).digest('hex');
    const text = `${formatJson(raw)}\n`;
    const before = this.#entries.get(key) ?? this.#bases.get(key);
    const ctime = Date.parse(record.created_at ?? '') || 0;
    const last = before && ('state' in before ? before.state.mtime : before.mtime);
    const isChanged = isOwn || (before !== undefined && before.hash !== hash);
    const mtime = last === undefined ? ctime : isChanged ? last + 1000 : last;
    const size = Buffer.byteLength(text);
    const state = { text, mtime, ctime, size, record, isViewOnly: isViewOnly(record) };
    const entry = { raw, hash, state, askedAt: this.#options.now() };
    this.#entries.set(key, entry);
    return entry;
  }

  async #setBase(ref: RecordRef, hash: string, { size, mtime }: FiltersState): Promise<void> {
    const key = formatRecordRef(ref);
    const known = this.#bases.get(key);
    if (known?.hash === hash && known.size === size && known.mtime === mtime) return;
    this.#bases.delete(key); // to the end of the order, so that the oldest are forgotten first
    this.#bases.set(key, { hash, size, mtime });
    await this.#options.memory.write([...this.#bases].slice(-maxRemembered));
  }

  async #resource(ref: RecordRef): Promise<Resource<DeckRecord, RecordFields>> {
    const client = await this.#options.openClient(ref.connectionId);
    return ref.kind === 'dashboard' ? client.dashboards(ref.projectId) : client.cohorts(ref.projectId);
  }
}

function parseBases(value: unknown): readonly (readonly [string, Base & { readonly mtime: number }])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((row: unknown) => {
    const [key, base] = Array.isArray(row) ? (row as readonly unknown[]) : []; // a list can be read so
    if (typeof key !== 'string' || !isObject(base)) return [];
    const { hash, size, mtime } = base;
    if (typeof hash !== 'string' || typeof size !== 'number' || typeof mtime !== 'number') return [];
    return [[key, { hash, size, mtime }] as const];
  });
}
