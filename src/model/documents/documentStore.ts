// model/documents/ holds the parts of records as texts. A text is written only onto the version that it was made from,
// and a save counts only once the service is known to have it. README.md has the states of a save.
import type { Catalog } from '#model/records/catalog.ts';
import type { CatalogChange } from '#model/records/loadedRecords.ts';
import {
  formatRecordRef,
  isSameList,
  isSameRecord,
  type ListRef,
  type RecordRef,
} from '#model/records/recordRef.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { RecentMap } from '#model/storage/recentMap.ts';
import type { DocumentSave, DocumentState, EditorText } from '#model/documents/save/documentState.ts';
import type { DocumentStoreOptions } from './documentStoreOptions.ts';
import { type DocumentRef, formatDocumentRef } from './documentUri.ts';
import { MergeBases } from '#model/documents/merge/mergeBases.ts';
import { OpenDocument } from './openDocument.ts';
import { RemoteDocument } from './remoteDocument.ts';
import { MissingWriteScopes, RemoteRecord } from './remoteRecord.ts';

/**
 * Documents that are read without an editor are never closed. One that is dropped is known again from its merge base, as
 * after a restart.
 */
const maxKnown = 500;

export class DocumentStore {
  readonly #options: DocumentStoreOptions;
  readonly #bases: MergeBases;
  readonly #missingWriteScopes = new MissingWriteScopes();
  readonly #records = new RecentMap<string, RemoteRecord>(maxKnown);
  readonly #remotes = new RecentMap<string, RemoteDocument>(maxKnown);
  readonly #saved = new Emitter<DocumentSave>();
  /** Open documents by the name of their text. */
  readonly #open = new RecentMap<string, OpenDocument>(maxKnown);

  readonly onDidSave = this.#saved.event;

  constructor(options: DocumentStoreOptions) {
    this.#options = options;
    this.#bases = new MergeBases(options.memory, options.texts, options.onStorageError);
  }

  /** One object for each text, until `close`, or until the connection has another address. */
  open({ ref, at }: EditorText): OpenDocument {
    const remote = this.#remote(ref); // counts as used with each use of the text
    const create = () =>
      new OpenDocument({ ref, at }, remote, this.#bases, {
        onChange: this.#options.onChange,
        onSaved: (save) => this.#saved.fire(save),
      });
    return getOrAdd(this.#open, at, create);
  }

  /** The text is no longer in any editor. What it was made from stays known, because a backup may bring it back. */
  close(at: string): void {
    this.#open.delete(at);
  }

  /** What is known without asking. */
  known(ref: DocumentRef): DocumentState | undefined {
    return this.#knownRemote(ref)?.known;
  }

  /** A state that is at most a second old. Throws ApiError. */
  async stat(ref: DocumentRef): Promise<DocumentState> {
    const remote = this.#remote(ref);
    return remote.stateOf(await remote.fresh());
  }

  /** Whether the record is known to have another text than the one that the document was last read or saved with. */
  isOutdated(catalog: Pick<Catalog, 'confirmed'>, ref: DocumentRef): boolean {
    const document = this.#knownRemote(ref);
    return document !== undefined && !document.isDeleted && this.#isOutdated(catalog, document);
  }

  /** Follows the catalog's changes, and has editors read again what they make outdated. */
  follow(catalog: Catalog): Subscription {
    return catalog.onDidChange((change) => this.#catalogChanged(catalog, change));
  }

  #catalogChanged(catalog: Catalog, change: CatalogChange): void {
    if (change.kind === 'list') {
      this.#listChanged(catalog, change.ref);
      return;
    }
    const documents = [...this.#remotes.values()].filter(({ ref }) => isSameRecord(ref, change.ref));
    for (const document of documents) document.forgetRequests();
    const outdated = documents.filter((document) => this.#isOutdated(catalog, document));
    for (const document of outdated) document.expire();
    if (outdated.length > 0) this.#options.onChange(change.ref);
  }

  #listChanged(catalog: Catalog, list: ListRef): void {
    const documents = this.#documentsOf(list);
    for (const document of documents) document.expire(); // the record may have been deleted or restored
    // Without a client no request is possible; the next read reports why.
    this.#recheckScope(list).catch(() => undefined);
    // A deleted record that is known again may be edited again; a list that is read again brings what others changed.
    const outdated = documents.filter((document) => this.#isOutdated(catalog, document));
    for (const { ref } of outdated) this.#options.onChange(ref);
    this.#retrieveUnlisted(catalog, list);
  }

  /** A list that leaves filters out brings nobody's change of them, so the records of open documents are read one by one. */
  #retrieveUnlisted(catalog: Catalog, list: ListRef): void {
    const refs = new Map<string, RecordRef>();
    for (const { ref } of this.#open.values()) {
      const record = isSameList(ref, list) ? catalog.confirmed(ref) : undefined;
      if (record && this.#remote(ref).isLeftOutOf(record)) refs.set(formatRecordRef(ref), ref);
    }
    // One that fails changes nothing, and a save reads the record again.
    for (const ref of refs.values()) catalog.retrieve(ref).catch(() => undefined);
  }

  #isOutdated(catalog: Pick<Catalog, 'confirmed'>, document: RemoteDocument): boolean {
    const record = catalog.confirmed(document.ref); // what is not sent yet makes no text outdated
    return record !== undefined && document.isOutdatedBy(record);
  }

  /** Another client has another key, which may do more; the same key may have been given the scope. */
  async #recheckScope(list: ListRef): Promise<void> {
    const { openClient, now, onChange } = this.#options;
    const scopes = this.#missingWriteScopes;
    const isForgotten =
      scopes.forgetOld(list, now()) ||
      (scopes.scopeOf(list) !== undefined &&
        scopes.forgetForOther(list, await openClient(list.connectionId)));
    if (!isForgotten) return;
    for (const { ref } of this.#documentsOf(list)) onChange(ref);
  }

  #documentsOf(list: ListRef): readonly RemoteDocument[] {
    return [...this.#remotes.values()].filter(({ ref }) => isSameList(ref, list));
  }

  #knownRemote(ref: DocumentRef): RemoteDocument | undefined {
    const known = this.#remotes.get(formatDocumentRef(ref));
    return known?.isAtItsAddress ? known : undefined;
  }

  #remote(ref: DocumentRef): RemoteDocument {
    return getOrAdd(this.#remotes, formatDocumentRef(ref), () => {
      const record = this.#record(ref);
      return new RemoteDocument(ref, record, this.#options, this.#bases, this.#missingWriteScopes);
    });
  }

  #record(ref: RecordRef): RemoteRecord {
    const create = () => new RemoteRecord(ref, this.#options, this.#missingWriteScopes);
    return getOrAdd(this.#records, formatRecordRef(ref), create);
  }
}

/** What was created at another address of its connection is another service's. */
function getOrAdd<T extends { readonly isAtItsAddress: boolean }>(
  all: Map<string, T>,
  key: string,
  create: () => T,
): T {
  const known = all.get(key);
  const value = known?.isAtItsAddress ? known : create();
  all.set(key, value);
  return value;
}
