// The catalog and the documents of a window, as far as a test needs them.
import assert from 'node:assert/strict';
import { DocumentStore } from '#model/documents/documentStore.ts';
import type { DocumentStoreOptions } from '#model/documents/documentStoreOptions.ts';
import { Catalog, type CatalogOptions } from '#model/records/catalog.ts';
import { Trash } from '#model/records/trash.ts';
import { createMemory, createTexts } from './stored.ts';

type With<T extends { readonly openClient: unknown }> = Pick<T, 'openClient'> & Partial<T>;

export function createCatalog(options: With<CatalogOptions>): Catalog {
  return new Catalog({
    trash: new Trash(createMemory()),
    pageSize: () => 100,
    now: Date.now,
    ...options,
  });
}

export function createDocumentStore(options: With<DocumentStoreOptions>): DocumentStore {
  return new DocumentStore({
    addressOf: () => undefined,
    isProtected: () => false,
    listed: () => undefined,
    onRecord: () => undefined,
    readUnchanged: (_ref, read) => read(),
    onSent: () => undefined,
    onChange: () => undefined,
    onGone: () => undefined,
    memory: createMemory(),
    texts: createTexts(),
    withLock: (_name, task) => task(),
    onStorageError: assert.ifError,
    now: Date.now,
    ...options,
  });
}
