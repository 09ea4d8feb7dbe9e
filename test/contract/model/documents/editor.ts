// A document store over the service of a test file, and what happens to its documents elsewhere.
import assert from 'node:assert/strict';
import type { ApiClient } from '#api/types.ts';
import { type DocumentPart, toDocument } from '#model/documents/documentUri.ts';
import type { OpenDocument } from '#model/documents/documentState.ts';
import { DocumentStore } from '#model/documents/documentStore.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { WithLock } from '#model/storage/fileLock.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { createMemory, createTexts, type Service } from '../service.ts';

/** What outlives a session. */
export const createStorage = () => ({
  memory: createMemory(),
  texts: createTexts(),
  alone: ((_name, task) => task()) as WithLock, // a window of its own
});

export function leaf(value: string) {
  return {
    properties: { type: 'AND', values: [{ type: 'person', key: 'plan', value, operator: 'exact' }] },
  };
}

export const text = (value: string) => JSON.stringify(leaf(value));

export function useDocuments(service: () => Service) {
  /** A store and one editor of it. @param catalog that hears of what it reads and saves */
  function open(storage = createStorage(), client = () => service().client, catalog?: Catalog) {
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
      listed: (ref) => listed.get(ref.id),
      onRecord: (ref, record) => catalog?.store(ref, record),
      onSent: (ref) => catalog?.noteChange(ref),
      onChange: (ref) => changed.push(ref),
      onGone: (ref) => gone.push(ref),
      ...storage,
      onNotKept: assert.ifError,
      now: () => ms,
    });
    return {
      store,
      changed,
      gone,
      /** What lists had, by id. */
      listed,
      /** What was sent. */
      bodies,
      /** Lets the state that was asked for last grow old. */
      age: () => (ms += 60_000),
      read: async (document: OpenDocument, shown?: string) => store.read(document, () => shown),
      mine: async (document: OpenDocument, value: string) => store.write(document, text(value)),
    };
  }

  async function createCohort(part: DocumentPart = 'filters'): Promise<OpenDocument> {
    const { client, cohorts, projectId } = service();
    const cohort = await client.cohorts(projectId).create({ name: 'Filters', filters: leaf('free') });
    return { ref: toDocument({ ...cohorts, id: cohort.id }, part), at: `cohort ${cohort.id}` };
  }

  async function createDashboard(): Promise<OpenDocument> {
    const { client, dashboards, projectId } = service();
    const { id } = await client
      .dashboards(projectId)
      .create({ name: 'Board', filters: { date_from: '-7d' } });
    return { ref: toDocument({ ...dashboards, id }, 'filters'), at: `dashboard ${id}` };
  }

  const remotely = async ({ ref }: OpenDocument, value: string) => {
    await service()
      .client.cohorts(ref.projectId)
      .update(ref.id, { filters: leaf(value) });
  };

  const onService = async ({ ref }: OpenDocument) =>
    (await service().client.cohorts(ref.projectId).retrieveText(ref.id)).record;

  return { open, createCohort, createDashboard, remotely, onService };
}

function watched(client: ApiClient, bodies: string[]): ApiClient {
  return {
    ...client,
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
