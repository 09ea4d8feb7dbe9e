// The known state of a document on the service: its latest version, and whether its record still exists.
import { type ApiError, isApiError } from '#api/apiError.ts';
import type { RecordText } from '#api/clientTypes.ts';
import { toJsonText } from '#json/parsedValue.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import type { MergeBases } from '#model/documents/merge/mergeBases.ts';
import type { DocumentState, DocumentVersion } from '#model/documents/save/documentState.ts';
import type { DocumentStoreOptions } from './documentStoreOptions.ts';
import { DocumentDeleted } from '#model/documents/save/saveErrors.ts';
import type { MissingWriteScopes, RemoteRecord } from './remoteRecord.ts';
import { type DeckRecord, isViewOnly } from '#model/records/deckRecord.ts';
import { hashText } from '#model/storage/memory.ts';
import { layOut, sliceDocument } from './documentText.ts';
import { type DocumentRef, formatDocumentRef } from './documentUri.ts';
import { inKnownSpelling, isSameInRecords, isUnchanged, lacksFields } from './sameDocument.ts';

/** An editor that opens a document asks for it several times; one response is enough for all. */
const freshMs = 1000;

/** What an earlier version is remembered by; `raw` is undefined if its text is no longer stored. */
interface EarlierVersion extends Pick<DocumentVersion, 'hash' | 'mtime'> {
  readonly raw: string | undefined;
}

export class RemoteDocument {
  readonly ref: DocumentRef;
  readonly record: RemoteRecord;
  readonly #options: DocumentStoreOptions;
  readonly #bases: MergeBases;
  readonly #missingWriteScopes: MissingWriteScopes;
  readonly #request = new RequestCoalescer<DocumentVersion>(freshMs);
  #latest: DocumentVersion | undefined;
  /** When `latest` was asked for; -Infinity if it may be outdated. */
  #askedAt = Number.NEGATIVE_INFINITY;
  /** The service responds that there is no such record, as it does for a deleted dashboard. */
  #isGone = false;

  constructor(
    ref: DocumentRef,
    record: RemoteRecord,
    options: DocumentStoreOptions,
    bases: MergeBases,
    missingWriteScopes: MissingWriteScopes,
  ) {
    this.ref = ref;
    this.record = record;
    this.#options = options;
    this.#bases = bases;
    this.#missingWriteScopes = missingWriteScopes;
  }

  /** What is known without asking. */
  get known(): DocumentState | undefined {
    return this.#latest && this.stateOf(this.#latest);
  }

  get isAtItsAddress(): boolean {
    return this.record.isAtItsAddress;
  }

  /** Under which its versions are stored. */
  get name(): string {
    return this.record.named(formatDocumentRef(this.ref));
  }

  get isDeleted(): boolean {
    return this.#isGone || this.#latest?.record?.deleted === true;
  }

  stateOf(version: DocumentVersion): DocumentState {
    return { ...version, readonly: this.#readonlyReason(version) };
  }

  /** A version that is at most a second old. Throws ApiError. */
  async fresh(): Promise<DocumentVersion> {
    const now = this.#options.now();
    if (this.#latest && now - this.#askedAt < freshMs) return this.#latest;
    return this.#request.get(now, () => this.#retrieveOrRecall());
  }

  /** The last version known, of a service that cannot be asked; undefined if there is none. */
  async lastKnown(lost: ApiError): Promise<DocumentState | undefined> {
    const version = await this.#recall();
    return version && { ...version, readonly: { lost } };
  }

  /** What the service has now, of a record that can be saved. Throws DocumentDeleted and ApiError. */
  async retrieveLiving(): Promise<DocumentVersion> {
    try {
      const version = await this.#retrieve();
      if (version.record?.deleted) throw new DocumentDeleted(this.ref, version.record);
      return version;
    } catch (error) {
      if (!isApiError(error, 'notFound')) throw error;
      // The response is the same for a deleted dashboard and one that never existed.
      throw new DocumentDeleted(this.ref, this.#latest?.record, error);
    }
  }

  /** Sends a text of the document as `body`. @returns what the service made of it. Throws ApiError. */
  async update(body: string, text: string, approval: WriteApproval): Promise<DocumentVersion> {
    const answer = await this.record.update(body, approval);
    const version = this.#take(answer, this.#latest, text);
    this.#options.onRecord(this.ref, answer.record);
    return version;
  }

  /** The next read sends a request. */
  expire(): void {
    this.#askedAt = Number.NEGATIVE_INFINITY;
    this.#request.forget();
  }

  /** The responses to pending requests may be outdated. */
  forgetRequests(): void {
    this.#request.forget();
  }

  /**
   * Whether the version known here may not be the one of this record. Records are compared, never the text with one: a record
   * has other values where the service sent none that can be used, and would make its own text outdated.
   */
  isOutdatedBy(record: DeckRecord): boolean {
    if (!this.#latest) return false;
    const known = this.#latest.record;
    return this.isDeleted || !known || !isSameInRecords(this.ref, known, record);
  }

  /** Whether the record, of a list, says nothing about the version known here. */
  isLeftOutOf(record: DeckRecord): boolean {
    const known = this.#latest?.record;
    return known !== undefined && lacksFields(this.ref, record, known);
  }

  /** The last version known where the service no longer knows the record. */
  async #retrieveOrRecall(): Promise<DocumentVersion> {
    try {
      return await this.#retrieve();
    } catch (error) {
      if (!isApiError(error, 'notFound')) throw error;
      const wasGone = this.#isGone;
      this.#latest = await this.#recall();
      this.#isGone = this.#latest !== undefined;
      this.#askedAt = this.#options.now();
      if (!wasGone) this.#options.onGone(this.ref);
      if (!this.#latest) throw error;
      return this.#latest;
    }
  }

  /** The last version known of a record that can no longer be read; undefined if there is none. */
  async #recall(): Promise<DocumentVersion | undefined> {
    if (this.#latest) return this.#latest;
    const remembered = this.#bases.latestOf(this.name);
    const record = this.#options.listed(this.ref);
    const recordText = record && this.#hasPart(record) ? toJsonText(record) : undefined;
    const listed = recordText === undefined ? undefined : sliceDocument(this.ref, recordText);
    const raw = (remembered && (await this.#bases.textOf(remembered))) ?? listed;
    if (raw === undefined) return undefined;
    const text = layOut(raw);
    const mtime = remembered?.mtime ?? 0;
    return { text, raw, hash: hashText(raw), mtime, ctime: 0, size: Buffer.byteLength(text), record };
  }

  /** Lists of some deployments leave filters out. */
  #hasPart(record: DeckRecord): boolean {
    return this.ref.part === 'record' || Object.hasOwn(record, this.ref.part);
  }

  async #retrieve(): Promise<DocumentVersion> {
    const before = this.#latest;
    const earlier = before ?? (await this.#rememberedVersion());
    const answer = await this.record.retrieve();
    const version = this.#take(answer, this.#latest ?? earlier);
    this.#options.onRecord(this.ref, answer.record);
    if (before && version.mtime > before.mtime) this.#options.onChange(this.ref);
    return version;
  }

  /** The latest version that an editor of any session had. */
  async #rememberedVersion(): Promise<EarlierVersion | undefined> {
    const row = this.#bases.latestOf(this.name);
    return row && { hash: row.hash, mtime: row.mtime, raw: await this.#bases.textOf(row) };
  }

  /** `sent`: the text that this is the response to. */
  #take(
    { record, text: answer }: RecordText<DeckRecord>,
    earlier: EarlierVersion | undefined,
    sent?: string,
  ): DocumentVersion {
    const known = [sent, earlier?.raw].filter((one) => one !== undefined);
    const raw = inKnownSpelling(this.ref, sliceDocument(this.ref, answer), known);
    const text = this.#latest?.raw === raw ? this.#latest.text : layOut(raw);
    const ctime = Date.parse(record.created_at ?? '') || 0;
    const hash = hashText(raw);
    const isChanged = earlier !== undefined && (sent !== undefined || !this.#isSame(earlier, hash, raw));
    const mtime = earlier === undefined ? ctime : earlier.mtime + (isChanged ? 1000 : 0);
    this.#latest = { text, raw, hash, mtime, ctime, size: Buffer.byteLength(text), record };
    this.#isGone = false;
    this.#askedAt = this.#options.now();
    return this.#latest;
  }

  #isSame(earlier: EarlierVersion, hash: string, raw: string): boolean {
    if (earlier.hash === hash) return true;
    return earlier.raw !== undefined && isUnchanged(this.ref, earlier.raw, raw);
  }

  #readonlyReason({ record }: DocumentVersion): DocumentState['readonly'] {
    if (this.#options.isProtected(this.ref)) return 'protected';
    if (this.#isGone || record?.deleted === true) return 'deleted';
    if (record && isViewOnly(record)) return 'level';
    const scope = this.#missingWriteScopes.scopeOf(this.ref);
    return scope === undefined ? undefined : { scope };
  }
}

// One pending request, shared by everybody who asks while it is pending.

export class RequestCoalescer<T> {
  readonly #maxAgeMs: number;
  #pending: { readonly startedAt: number; readonly answer: Promise<T> } | undefined;

  /** Up to this age a pending request counts as made now. */
  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  /** `now`: milliseconds that only rise. A failure rejects for everybody who shares it; the next call makes a new request. */
  get(now: number, request: () => Promise<T>): Promise<T> {
    const pending = this.#pending;
    if (pending && now - pending.startedAt < this.#maxAgeMs) return pending.answer;
    const answer = request().finally(() => {
      if (this.#pending?.answer === answer) this.#pending = undefined;
    });
    this.#pending = { startedAt: now, answer };
    return answer;
  }

  /** The next call makes a new request. */
  forget(): void {
    this.#pending = undefined;
  }
}
