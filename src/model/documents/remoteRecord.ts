// A record on the service: the requests for it, their order, and the scopes that keys were found to lack for it. Its
// documents are parts of what the requests bring.
import { isApiError } from '#api/apiError.ts';
import type { ReadableClient, RecordText } from '#api/clientTypes.ts';
import { ConnectionError } from '#model/connections/connectionError.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import {
  formatListRef,
  formatRecordRef,
  type ListRef,
  type RecordRef,
  resourceOf,
} from '#model/records/recordRef.ts';
import { SerialQueue } from '#model/storage/serialQueue.ts';
import type { DocumentStoreOptions } from './documentStoreOptions.ts';

export class RemoteRecord {
  readonly ref: RecordRef;
  readonly #address: string | undefined;
  readonly #options: DocumentStoreOptions;
  readonly #missingWriteScopes: MissingWriteScopes;
  /** Tasks run one after the other, so that no document is read while a save is changing its record. */
  readonly turns = new SerialQueue();

  constructor(ref: RecordRef, options: DocumentStoreOptions, missingWriteScopes: MissingWriteScopes) {
    this.ref = ref;
    this.#address = options.addressOf(ref.connectionId);
    this.#options = options;
    this.#missingWriteScopes = missingWriteScopes;
  }

  /** Whether the connection has the address that it had when this was created. One that is removed keeps its documents. */
  get isAtItsAddress(): boolean {
    const now = this.#options.addressOf(this.ref.connectionId);
    return now === undefined || now === this.#address;
  }

  /** A name for what is stored of its texts: at another address it is another service's. */
  named(text: string): string {
    return this.#address === undefined ? text : `${text} ${this.#address}`;
  }

  /** Runs tasks in turn, and while no other window saves the record. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.turns.run(() => this.#options.withLock(formatRecordRef(this.ref), task));
  }

  /** Throws ApiError. */
  async retrieve(): Promise<RecordText<DeckRecord>> {
    return this.#options.readUnchanged(this.ref, async () => {
      const client = await this.#openClient();
      this.#missingWriteScopes.forgetForOther(this.ref, client);
      return resourceOf(client, this.ref).retrieveText(this.ref.id);
    });
  }

  /** Throws ApiError. */
  async update(body: string, approval: WriteApproval): Promise<RecordText<DeckRecord>> {
    const { ref } = this;
    const client = await this.#openClient();
    try {
      const resource = resourceOf(client.withApproval(approval), ref);
      return await resource.updateText(ref.id, body).finally(() => this.#options.onSent(ref));
    } catch (error) {
      if (isApiError(error, 'missingScope')) {
        this.#missingWriteScopes.add(ref, { at: this.#options.now(), scope: error.scope ?? '?', client });
        this.#options.onChange(ref);
      }
      throw error;
    }
  }

  #openClient(): Promise<ReadableClient> {
    const { connectionId } = this.ref;
    if (this.isAtItsAddress) return this.#options.openClient(connectionId);
    return Promise.reject(new ConnectionError('unknownConnection', connectionId));
  }
}

/** A key does not say which scopes it has: only a refused save shows it. */
interface RefusedScope {
  /** When the save was refused: by the store's clock. */
  readonly at: number;
  readonly scope: string;
  readonly client: ReadableClient;
}

/** After this time a refresh may find that the key has been given the scope. */
const retryAfterMs = 60_000;

export class MissingWriteScopes {
  /** Missing scopes by the list whose records the key may not change. */
  readonly #missing = new Map<string, RefusedScope>();

  /** Undefined if none is known to be missing. */
  scopeOf(list: ListRef): string | undefined {
    return this.#missing.get(formatListRef(list))?.scope;
  }

  add(list: ListRef, missing: RefusedScope): void {
    this.#missing.set(formatListRef(list), missing);
  }

  /** Forgets it where the client is another one: a client has one key as long as it lives. @returns whether it did */
  forgetForOther(list: ListRef, client: ReadableClient): boolean {
    const missing = this.#missing.get(formatListRef(list));
    if (!missing || missing.client === client) return false;
    return this.#missing.delete(formatListRef(list));
  }

  /** Forgets it where it was found long ago. @returns whether it did */
  forgetOld(list: ListRef, now: number): boolean {
    const missing = this.#missing.get(formatListRef(list));
    if (!missing || now - missing.at < retryAfterMs) return false;
    return this.#missing.delete(formatListRef(list));
  }
}
