// The documents of records by their addresses, and what the editor has of them.
import * as vscode from 'vscode';
import type { DocumentStore } from '#model/documents/documentStore.ts';
import { type DocumentRef, nameInPlace, parsePlace } from '#model/documents/documentUri.ts';
import type { OpenDocument } from '#model/documents/openDocument.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { Trashed } from '#model/records/trash.ts';

export interface RecordDocumentsOptions {
  readonly store: DocumentStore;
  /** It has the name that was given since a document was read. */
  readonly catalog: Pick<Catalog, 'get' | 'confirmed'>;
  /** Rejects if the tree has no such connection or project: a link may name any. */
  readonly requireProject: (ref: RecordRef) => Promise<void>;
  /** What is remembered of a record that was deleted from here. */
  readonly trashed: (ref: RecordRef) => Trashed | undefined;
}

export class RecordDocuments {
  readonly #options: RecordDocumentsOptions;

  constructor(options: RecordDocumentsOptions) {
    this.#options = options;
  }

  /** Throws FileSystemError for an address that is not a document's. */
  open(uri: vscode.Uri): OpenDocument {
    return this.#options.store.open({ ref: refOf(uri), at: uri.toString() });
  }

  close(uri: vscode.Uri): void {
    this.#options.store.close(uri.toString());
  }

  isOutdated(uri: vscode.Uri): boolean {
    const { store, catalog } = this.#options;
    return store.isOutdated(catalog, refOf(uri));
  }

  titleOf({ ref, known }: OpenDocument, uri: vscode.Uri): string {
    const record = this.#options.catalog.get(ref) ?? known?.record;
    const name = (record && nameOf(record)) ?? this.trashed(ref)?.name;
    return name || nameInPlace(uri);
  }

  trashed(ref: RecordRef): Trashed | undefined {
    return this.#options.trashed(ref);
  }

  /** A link opens projects in the tree only. What was read while its project was there can be saved without it. */
  async requireKnown({ base, ref }: OpenDocument): Promise<void> {
    if (base === undefined) await this.#options.requireProject(ref);
  }
}

/** Throws FileSystemError for an address that is not a document's. */
export function refOf(uri: vscode.Uri): DocumentRef {
  const ref = parsePlace(uri);
  if (!ref) throw vscode.FileSystemError.FileNotFound(uri);
  return ref;
}
