// A document store over the service of a test file, and what happens to its documents elsewhere.
import assert from 'node:assert/strict';
import type { ApiClient } from '#api/clientTypes.ts';
import { type DocumentPart, toDocument } from '#model/documents/documentUri.ts';
import type { EditorText } from '#model/documents/save/documentState.ts';
import { DocumentStore } from '#model/documents/documentStore.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { WithLock } from '#model/storage/fileLock.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { approval, type Service } from '../service.ts';
import { createMemory, createTexts } from '../../../stored.ts';

/** What outlives a session. */
export const createStorage = () => ({
  memory: createMemory(),
  texts: createTexts(),
  withLock: ((_name, task) => task()) as WithLock, // the only window
});

export function leaf(value: string) {
  return {
    properties: { type: 'AND', values: [{ type: 'person', key: 'plan', value, operator: 'exact' }] },
  };
}

export const text = (value: string) => JSON.stringify(leaf(value));

export function useDocuments(service: () => Service) {
  /** A store and its editors. @param catalog gets what it reads and saves */
  function open(
    storage = createStorage(),
    client = () => service().client,
    catalog: Catalog = service().createCatalog().catalog,
  ) {
    const changed: RecordRef[] = [];
    const gone: RecordRef[] = [];
    const listed = new Map<number, DeckRecord>();
    const bodies: string[] = [];
    const clients = new Map<ApiClient, ApiClient>();
    let ms = 1_000_000;
    const store = new DocumentStore({
      openClient: async () => {
        const own = client();
        const known = clients.get(own) ?? watched(own, bodies);
        clients.set(own, known);
        return known;
      },
      addressOf: () => undefined,
      isProtected: () => false,
      listed: (ref) => listed.get(ref.id),
      onRecord: (ref, record) => catalog.store(ref, record),
      readUnchanged: (ref, request) => catalog.readUnchanged(ref, request),
      onSent: (ref) => catalog.noteChange(ref),
      onChange: (ref) => changed.push(ref),
      onGone: (ref) => gone.push(ref),
      ...storage,
      onStorageError: assert.ifError,
      now: () => ms,
    });
    /** A save that ends without asking the person. @returns what the service kept instead. Throws why it failed */
    const write = async (document: EditorText, typed: string): Promise<string | undefined> => {
      const decide = async () => 'keepEditing' as const;
      const end = await store
        .open(document)
        .save(typed, { isFromEditor: true, approval: () => approval, decide });
      if (end.kind === 'failed') throw end.error;
      assert.equal(end.kind, 'saved');
      return end.kind === 'saved' ? end.stored : undefined;
    };
    return {
      store,
      write,
      changed,
      gone,
      /** What lists had, by id. */
      listed,
      /** What was sent. */
      bodies,
      /** Expires what was read so far. */
      age: () => (ms += 60_000),
      read: async (document: EditorText, shown?: string) => store.open(document).read(() => shown),
      mine: async (document: EditorText, value: string) => write(document, text(value)),
    };
  }

  async function createCohort(part: DocumentPart = 'filters'): Promise<EditorText> {
    const { client, cohorts, projectId } = service();
    const cohort = await client
      .cohorts(projectId)
      .createText(JSON.stringify({ name: 'Filters', filters: leaf('free') }));
    return { ref: toDocument({ ...cohorts, id: cohort.id }, part), at: `cohort ${cohort.id}` };
  }

  async function createDashboard(part: DocumentPart = 'filters'): Promise<EditorText> {
    const { client, dashboards, projectId } = service();
    const { id } = await client
      .dashboards(projectId)
      .createText(JSON.stringify({ name: 'Board', filters: { date_from: '-7d' } }));
    return { ref: toDocument({ ...dashboards, id }, part), at: `dashboard ${id}` };
  }

  const remotely = async ({ ref }: EditorText, value: string) => {
    await service()
      .client.cohorts(ref.projectId)
      .updateText(ref.id, JSON.stringify({ filters: leaf(value) }));
  };

  const onService = async ({ ref }: EditorText) =>
    (await service().client.cohorts(ref.projectId).retrieveText(ref.id)).record;

  return { open, createCohort, createDashboard, remotely, onService };
}

function watched(client: ApiClient, bodies: string[]): ApiClient {
  return {
    ...client,
    withApproval: (given) => watched(client.withApproval(given), bodies),
    cohorts: (projectId) => {
      const cohorts = client.cohorts(projectId);
      return {
        ...cohorts,
        updateText: async (id, body) => {
          bodies.push(body);
          return cohorts.updateText(id, body);
        },
      };
    },
  };
}
