// A record on the service: the requests for it, and their order. Its documents are parts of what these bring.
import { isApiError } from '#api/apiError.ts';
import type { ReadableClient, ReadableResource, RecordText } from '#api/clientTypes.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { KeyedQueue } from '#model/storage/keyedQueue.ts';
import type { DocumentStoreOptions } from '#model/documents/save/documentState.ts';
import type { MissingWriteScopes } from '#model/documents/save/missingWriteScopes.ts';

export class RemoteRecord {
  readonly ref: RecordRef;
  readonly #options: DocumentStoreOptions;
  readonly #missingWriteScopes: MissingWriteScopes;
  readonly #turns = new KeyedQueue();

  constructor(ref: RecordRef, options: DocumentStoreOptions, missingWriteScopes: MissingWriteScopes) {
    this.ref = ref;
    this.#options = options;
    this.#missingWriteScopes = missingWriteScopes;
  }

  /** Runs tasks one after the other, so that no document is read while a save is changing its record. */
  inTurn<T>(task: () => Promise<T>): Promise<T> {
    return this.#turns.run('', task);
  }

  /** Runs tasks in turn, and while no other window saves the record. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.inTurn(() => this.#options.withLock(formatRecordRef(this.ref), task));
  }

  /** Throws ApiError. */
  async retrieve(): Promise<RecordText<DeckRecord>> {
    return this.#options.readUnchanged(this.ref, async () => {
      const client = await this.#options.openClient(this.ref.connectionId);
      this.#missingWriteScopes.forgetForOther(this.ref, client);
      return resourceOf(client, this.ref).retrieveText(this.ref.id);
    });
  }

  /** Throws ApiError. */
  async update(body: string, approval: WriteApproval): Promise<RecordText<DeckRecord>> {
    const { ref } = this;
    const client = await this.#options.openClient(ref.connectionId);
    try {
      const writer = client.withApproval(approval);
      const resource =
        ref.kind === 'dashboard' ? writer.dashboards(ref.projectId) : writer.cohorts(ref.projectId);
      return await resource.updateText(ref.id, body).finally(() => this.#options.onSent(ref));
    } catch (error) {
      if (isApiError(error, 'missingScope')) {
        this.#missingWriteScopes.add(ref, { at: this.#options.now(), scope: error.scope ?? '?', client });
        this.#options.onChange(ref);
      }
      throw error;
    }
  }
}

function resourceOf(client: ReadableClient, ref: RecordRef): ReadableResource<DeckRecord> {
  return ref.kind === 'dashboard' ? client.dashboards(ref.projectId) : client.cohorts(ref.projectId);
}
