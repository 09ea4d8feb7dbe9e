// The documents of records as texts, each with a version that changes only when the service's text does. A text is
// written only onto the text that it was made from, and a save counts only once the service is known to have it.
import { isApiError } from '#api/apiError.ts';
import type { ApiClient, RecordText, Resource } from '#api/types.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { MissingScopes } from './missingScopes.ts';
import { type BaseRow, MergeBases, hashOf } from './mergeBases.ts';
import {
  DocumentConflict,
  DocumentDeleted,
  mayHaveArrived,
  SaveIgnored,
  SaveNotArrived,
  SaveNotConfirmed,
} from './saveErrors.ts';
import { type DocumentRef, formatDocumentRef } from './documentUri.ts';
import type { DocumentState, DocumentStoreOptions, OpenDocument } from './documentState.ts';
import { bodyOf, isSameContent, isSameSpelling, isSameValue, layOut, sliceDocument } from './documentText.ts';
import type { Subscription } from '#model/storage/emitter.ts';
import { KeyedQueue } from '#model/storage/keyedQueue.ts';
import { isSameValue as isSameJson } from '#json/sameValue.ts';
import { nameOfText } from '#model/storage/textStore.ts';
import { type DeckRecord, isViewOnly, type RecordFields } from '#model/records/deckRecord.ts';
import {
  formatListRef,
  formatRecordRef,
  isSameList,
  type ListRef,
  type RecordRef,
} from '#model/records/recordRef.ts';
import { RequestCoalescer } from './requestCoalescer.ts';

interface Entry {
  readonly ref: DocumentRef;
  readonly raw: string;
  /** Of `raw`. */
  readonly hash: string;
  readonly state: Omit<DocumentState, 'readonly'>;
  readonly askedAt: number;
  /** The service answers that there is no such record, as it does for a deleted dashboard. */
  readonly isGone: boolean;
}

/** A save asks for the state three times; one answer serves them all. */
const freshMs = 1000;

export class DocumentStore {
  readonly #options: DocumentStoreOptions;
  readonly #entries = new Map<string, Entry>();
  /** By document. */
  readonly #asking = new RequestCoalescer<Entry>(freshMs);
  readonly #bases: MergeBases;
  /** What was read and is not in the editor yet; it may keep its own text. */
  readonly #readUnder = new Map<string, Entry>();
  readonly #denials = new MissingScopes();
  /** How often each record was sent from here. */
  readonly #sends = new Map<string, number>();
  /** Nothing of this window reads what a write is about to change. */
  readonly #queues = new KeyedQueue();

  constructor(options: DocumentStoreOptions) {
    this.#options = options;
    this.#bases = new MergeBases(options.memory, options.texts, options.onNotKept);
  }

  /** What is known without asking. */
  known(ref: DocumentRef): DocumentState | undefined {
    const entry = this.#entries.get(formatDocumentRef(ref));
    return entry && this.#stateOf(ref, entry);
  }

  /** At most a second old. Throws ApiError. */
  async stat(ref: DocumentRef): Promise<DocumentState> {
    return this.#stateOf(ref, await this.#fresh(ref));
  }

  /** The version that the editor's text was made from. */
  versionOf(at: string): Pick<DocumentState, 'mtime' | 'size'> | undefined {
    return this.#bases.get(at);
  }

  /**
   * `shown`: the text that the editor shows by then, where it shows one. Whether it will take the new one is the editor's
   * to decide, so that this reading is no base yet; `showed` tells. Throws ApiError.
   */
  read({ ref, at }: OpenDocument, shown: () => string | undefined): Promise<DocumentState> {
    return this.#queues.run(formatRecordRef(ref), async () => {
      const entry = await this.#fresh(ref);
      const text = shown();
      if (text === undefined || isSameSpelling(entry.raw, text)) await this.#rebase(at, entry);
      else this.#readUnder.set(at, entry);
      return this.#stateOf(ref, entry);
    });
  }

  /** The editor shows a text that has no unsaved change. */
  async showed(at: string, text: string): Promise<void> {
    const entry = this.#readUnder.get(at);
    if (entry && isSameSpelling(entry.raw, text)) await this.#rebase(at, entry);
  }

  /**
   * Sends the text as it is, where the service has the text that this one was made from. Resolves only when the service
   * is known to have it: undefined, or what the service made of it, laid out, where that is another value. `isOpen`: it
   * comes from an editor, so that it was made from something. Throws JsonTextError, DocumentFieldError, DocumentConflict,
   * DocumentDeleted, SaveIgnored, SaveNotArrived, SaveNotConfirmed and ApiError; nothing of another person's was
   * overwritten then.
   */
  async write(document: OpenDocument, text: string, isOpen = true): Promise<string | undefined> {
    const { ref } = document;
    const whole = bodyOf(ref, text, '{}'); // a text that is none is told of before anything is asked
    const name = formatRecordRef(ref);
    // It asks and then sends, and the service cannot be told to take a text only in place of a certain other one.
    const run = () => this.#options.alone(name, () => this.#write(document, text, isOpen, whole));
    return this.#queues.run(name, () => run().finally(() => this.#asking.forget()));
  }

  /** What the conflict showed may be overwritten, because a person said so; nothing that comes later may. */
  async approve({ at }: OpenDocument, { theirs }: Pick<DocumentConflict, 'theirs'>): Promise<void> {
    await this.#bases.approve(at, theirs);
  }

  /** What the conflict showed is in the editor's text now, as far as the person wanted it. */
  async merged({ at }: OpenDocument, { theirs }: DocumentConflict): Promise<void> {
    await this.#bases.merged(at, theirs);
  }

  /** Hears from the catalog of values that are others than those known here, and tells the readers. */
  follow(catalog: Catalog): Subscription {
    return catalog.onDidChange((change) => {
      this.#asking.forget(); // what was asked before knows nothing of it
      if (change.kind === 'list') {
        this.#expire(formatListRef(change.ref)); // a record of it may be gone, or back
        this.#retryDenied(change.ref).catch(() => undefined); // there is no client yet: the next question says why
        this.#tellBack(change.ref, catalog);
        return;
      }
      const record = catalog.get(change.ref);
      if (!record) return;
      let isOther = false;
      for (const part of ['filters', 'groups', 'record'] as const) {
        const ref = { ...change.ref, part };
        const known = this.#entries.get(formatDocumentRef(ref));
        if (!known || (!isDeleted(known) && isSameValue(ref, known.raw, record))) continue;
        this.#entries.set(formatDocumentRef(ref), { ...known, askedAt: Number.NEGATIVE_INFINITY });
        isOther = true;
      }
      if (isOther) this.#options.onChange(change.ref);
    });
  }

  /** `whole`: the body that sends all of the text. */
  async #write(document: OpenDocument, text: string, isOpen: boolean, whole: string | undefined) {
    const { ref, at } = document;
    const now = await this.#askLiving(ref);
    const base = this.#bases.get(at);
    if (isSameSpelling(now.raw, text)) return this.#saved(at, now, text);
    if (!(await this.#isMadeFrom(base, now, isOpen))) throw await this.#conflict(document, now);
    const body = ref.part === 'record' ? bodyOf(ref, text, now.raw) : whole;
    if (body === undefined) return this.#saved(at, now, text);
    return this.#saved(at, await this.#send(document, text, body, now), text);
  }

  async #saved(at: string, entry: Entry, text: string): Promise<string | undefined> {
    await this.#rebase(at, entry);
    return isSameContent(entry.raw, text) ? undefined : entry.state.text;
  }

  /** @returns what the service has then */
  async #send(document: OpenDocument, text: string, body: string, before: Entry): Promise<Entry> {
    const { ref } = document;
    for (let isFirst = true; ; isFirst = false) {
      const client = await this.#options.openClient(ref.connectionId);
      try {
        const resource = resourceOf(client, ref);
        const answer = await resource.updateText(ref.id, body).finally(() => this.#count(ref));
        const entry = this.#take(ref, answer, true);
        this.#options.onRecord(ref, answer.record);
        if (entry.hash === before.hash && !isSameContent(entry.raw, text)) throw new SaveIgnored(ref);
        return entry;
      } catch (error) {
        if (isApiError(error, 'missingScope')) {
          this.#denials.add(ref, { at: this.#options.now(), scope: error.scope ?? '?', client });
          this.#options.onChange(ref);
        }
        if (!mayHaveArrived(error)) throw error;
        const now = await this.#lookForIt(document, text, error);
        const isOther = now.hash !== before.hash;
        if (isSameSpelling(now.raw, text) || (isOther && isSameJson(now.raw, text, 'lastWins'))) return now;
        if (isOther) throw await this.#conflict(document, now);
        if (!isFirst || !isApiError(error, 'network', 'incomplete')) throw new SaveNotArrived(ref, error);
      }
    }
  }

  #count(ref: RecordRef): void {
    const name = formatRecordRef(ref);
    this.#sends.set(name, (this.#sends.get(name) ?? 0) + 1);
    this.#options.onSent(ref);
  }

  /** Reads back after an answer got lost. */
  async #lookForIt({ ref, at }: OpenDocument, text: string, cause: unknown): Promise<Entry> {
    await this.#bases.sent(at, text);
    try {
      return await this.#askLiving(ref);
    } catch (error) {
      if (error instanceof DocumentDeleted) throw error;
      throw new SaveNotConfirmed(ref, cause, error);
    }
  }

  async #isMadeFrom(base: BaseRow | undefined, now: Entry, isOpen: boolean): Promise<boolean> {
    if (!base) return !isOpen;
    if (hashOf(base) === now.hash) return true;
    const sent = await this.#bases.sentText(base);
    return sent !== undefined && isSameJson(sent, now.raw, 'lastWins'); // an earlier save had arrived after all
  }

  async #conflict({ ref, at }: OpenDocument, now: Entry): Promise<DocumentConflict> {
    const base = await this.#bases.text(at);
    return new DocumentConflict(ref, base, now.raw);
  }

  async #rebase(at: string, { ref, raw, hash, state }: Entry): Promise<void> {
    this.#readUnder.delete(at);
    const { mtime, size } = state;
    await this.#bases.set(at, { of: formatDocumentRef(ref), hash, mtime, size }, raw);
  }

  #stateOf(ref: DocumentRef, entry: Entry): DocumentState {
    const scope = this.#denials.scopeOf(ref);
    const level = entry.state.record && isViewOnly(entry.state.record);
    return {
      ...entry.state,
      readonly: isDeleted(entry) ? 'deleted' : level ? 'level' : scope === undefined ? undefined : { scope },
    };
  }

  async #fresh(ref: DocumentRef): Promise<Entry> {
    const key = formatDocumentRef(ref);
    const now = this.#options.now();
    const known = this.#entries.get(key);
    if (known && now - known.askedAt < freshMs) return known;
    return this.#asking.get(key, now, () => this.#askAnew(ref, known));
  }

  /** What was seen last where the service does not know the record any more. */
  async #askAnew(ref: DocumentRef, known: Entry | undefined): Promise<Entry> {
    try {
      return await this.#ask(ref);
    } catch (error) {
      if (!isApiError(error, 'notFound')) throw error;
      const last = await this.#lastOf(ref);
      if (last) this.#entries.set(formatDocumentRef(ref), last);
      if (!known?.isGone) this.#options.onGone(ref);
      if (!last) throw error;
      return last;
    }
  }

  /** What was seen last of a record that cannot be read any more; undefined where it never was. */
  async #lastOf(ref: DocumentRef): Promise<Entry | undefined> {
    const key = formatDocumentRef(ref);
    const gone = { ref, askedAt: this.#options.now(), isGone: true } as const;
    const known = this.#entries.get(key);
    if (known) return { ...known, ...gone };
    const latest = this.#bases.latestOf(key);
    const record = this.#options.listed(ref);
    const listed = record && sliceDocument(ref, JSON.stringify(record));
    const raw = (latest && (await this.#bases.textOf(latest))) ?? listed;
    if (raw === undefined) return undefined;
    const text = layOut(raw);
    const state = { text, raw, mtime: latest?.mtime ?? 0, ctime: 0, size: Buffer.byteLength(text), record };
    return { ...gone, raw, hash: nameOfText(raw), state };
  }

  /** Throws DocumentDeleted. A deleted dashboard cannot be read, one that never was neither. */
  async #askLiving(ref: DocumentRef): Promise<Entry> {
    try {
      const entry = await this.#ask(ref);
      if (entry.state.record?.deleted) throw new DocumentDeleted(ref, entry.state.record);
      return entry;
    } catch (error) {
      if (!isApiError(error, 'notFound')) throw error;
      throw new DocumentDeleted(ref, this.known(ref)?.record, error);
    }
  }

  async #ask(ref: DocumentRef): Promise<Entry> {
    const before = this.#entries.get(formatDocumentRef(ref));
    const client = await this.#options.openClient(ref.connectionId);
    this.#denials.lift(ref, client);
    const sends = this.#sends.get(formatRecordRef(ref));
    const answer = await resourceOf(client, ref).retrieveText(ref.id);
    // What was sent meanwhile may have overtaken it: then it is of before.
    if (this.#sends.get(formatRecordRef(ref)) !== sends) return this.#ask(ref);
    const entry = this.#take(ref, answer, false);
    this.#options.onRecord(ref, answer.record);
    if (before && before.hash !== entry.hash) this.#options.onChange(ref);
    return entry;
  }

  #take(ref: DocumentRef, { record, text: answer }: RecordText<DeckRecord>, isOwn: boolean): Entry {
    const key = formatDocumentRef(ref);
    const raw = sliceDocument(ref, answer);
    const hash = nameOfText(raw);
    const before = this.#entries.get(key);
    const text = before?.hash === hash ? before.state.text : layOut(raw);
    const last = before ? { hash: before.hash, mtime: before.state.mtime } : this.#bases.latestOf(key);
    const ctime = Date.parse(record.created_at ?? '') || 0;
    const isChanged = last !== undefined && (isOwn || last.hash !== hash);
    const mtime = last === undefined ? ctime : last.mtime + (isChanged ? 1000 : 0);
    const state = { text, raw, mtime, ctime, size: Buffer.byteLength(text), record };
    const entry = { ref, raw, hash, state, askedAt: this.#options.now(), isGone: false };
    this.#entries.set(key, entry);
    return entry;
  }

  /** Lets the next question about any record of a list reach the service. */
  #expire(list: string): void {
    for (const [key, entry] of this.#entries) {
      if (key.startsWith(`${list}/`)) this.#entries.set(key, { ...entry, askedAt: Number.NEGATIVE_INFINITY });
    }
  }

  /** A deleted record that is known again may be edited again. */
  #tellBack(list: ListRef, catalog: Catalog): void {
    for (const entry of this.#entries.values()) {
      if (!isDeleted(entry) || !isSameList(entry.ref, list) || !catalog.get(entry.ref)) continue;
      this.#options.onChange(entry.ref);
    }
  }

  /** Another client has another key, which may do more. */
  async #retryDenied(list: ListRef): Promise<void> {
    const { openClient, now, onChange } = this.#options;
    const isLifted =
      this.#denials.liftOld(list, now()) ||
      (this.#denials.scopeOf(list) !== undefined &&
        this.#denials.lift(list, await openClient(list.connectionId)));
    if (!isLifted) return;
    for (const { ref } of this.#entries.values()) if (isSameList(ref, list)) onChange(ref);
  }
}

function isDeleted({ isGone, state }: Entry): boolean {
  return isGone || state.record?.deleted === true;
}

function resourceOf(client: ApiClient, ref: DocumentRef): Resource<DeckRecord, RecordFields> {
  return ref.kind === 'dashboard' ? client.dashboards(ref.projectId) : client.cohorts(ref.projectId);
}
