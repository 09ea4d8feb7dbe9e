// What reaches a service of each verb that writes, by the protection of its project. A verb that is added without a
// line in one of the tables does not compile, and fails the first test.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from '#api/client.ts';
import { isApiError } from '#api/apiError.ts';
import type {
  ApiClient,
  Cohorts,
  Dashboards,
  ReadableClient,
  ReadableCohorts,
  ReadableResource,
} from '#api/clientTypes.ts';
import type { Dashboard } from '#api/responseSchemas.ts';
import { WriteApproval } from '#api/writeApproval.ts';
import { setProtection } from '#model/connections/connectionEdits.ts';
import { ConnectionClients } from '#model/connections/connectionClients.ts';
import { Connections } from '#model/connections/connections.ts';
import type { Protection } from '#model/connections/protection.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import type { Catalog, CatalogWriter } from '#model/records/catalog.ts';
import { PersonsChange } from '#model/records/persons/staticPersons.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { maxWaitMs } from '../../ui/driver/eventually.ts';
import { type CountingProxy, startCountingProxy } from './countingProxy.ts';
import { createSetting } from '../../stored.ts';
import { createCatalog, createDocumentStore } from '../../models.ts';
import { startService } from '../../startService.ts';

type ReadVerb = keyof ReadableResource<unknown>;
type DashboardWrite = Exclude<keyof Dashboards, ReadVerb>;
type CohortWrite = Exclude<keyof Cohorts, keyof ReadableCohorts>;

const filters = { properties: { type: 'AND', values: [] } };
const isNotAllowed = (error: unknown) => isApiError(error, 'notAllowed');

let count = 0;
const name = () => `Written ${++count}`;

/** A cohort, a dashboard, and a tile that may move from one dashboard to another. */
interface Records {
  readonly cohort: RecordRef;
  readonly dashboard: RecordRef;
  readonly from: RecordRef;
  readonly to: RecordRef;
  /** A static cohort, and a person of the project. */
  readonly list: RecordRef;
  readonly person: string;
}

const resourceVerbs = {
  createText: async (on: Dashboards | Cohorts) =>
    on.createText(`{"name": "${name()}", "filters": ${JSON.stringify(filters)}}`),
  updateText: async (on: Dashboards | Cohorts, id: number) => on.updateText(id, `{"name": "${name()}"}`),
  // Answered 405: it reaches the service and removes nothing.
  delete: async (on: Dashboards | Cohorts, id: number) => on.delete(id),
};

const cohortVerbs: Readonly<Record<CohortWrite, (client: ApiClient, records: Records) => Promise<unknown>>> =
  {
    createText: async (client) => resourceVerbs.createText(client.cohorts('1')),
    updateText: async (client, { cohort }) => resourceVerbs.updateText(client.cohorts('1'), cohort.id),
    delete: async (client, { cohort }) => resourceVerbs.delete(client.cohorts('1'), cohort.id),
    addPersons: async (client, { list, person }) => client.cohorts('1').addPersons(list.id, [person]),
    removePerson: async (client, { list, person }) => client.cohorts('1').removePerson(list.id, person),
  };

const dashboardVerbs: Readonly<
  Record<DashboardWrite, (client: ApiClient, records: Records) => Promise<unknown>>
> = {
  createText: async (client) => resourceVerbs.createText(client.dashboards('1')),
  updateText: async (client, { dashboard }) => resourceVerbs.updateText(client.dashboards('1'), dashboard.id),
  delete: async (client, { dashboard }) => resourceVerbs.delete(client.dashboards('1'), dashboard.id),
  moveTile: async (client, { from, to }) => {
    const move = { tileId: await firstTile(client, from), toDashboard: to.id };
    return client.dashboards('1').moveTile(from.id, move);
  },
};

const catalogVerbs: Readonly<
  Record<keyof CatalogWriter, (writer: CatalogWriter, records: Records, catalog: Catalog) => Promise<unknown>>
> = {
  create: async (writer, { cohort }) => writer.create(cohort, { name: name(), filters }),
  createText: async (writer, { cohort }) => writer.createText(cohort, `{"name": "${name()}"}`),
  update: async (writer, { cohort }) => writer.update(cohort, { name: name() }),
  softDelete: async (writer, { dashboard }) => writer.softDelete(dashboard),
  restore: async (writer, { dashboard }) => writer.restore(dashboard),
  moveTile: async (writer, { from, to }, catalog) => {
    await catalog.retrieve(from);
    const tileId = catalog.tiles(from)?.[0]?.id;
    assert.ok(tileId !== undefined);
    return writer.moveTile(from, tileId, to.id);
  },
  changePersons: async (writer, { list, person }) =>
    writer.changePersons(list, new PersonsChange('addPersons', [person]), {
      signal: AbortSignal.timeout(maxWaitMs),
      onStep: () => undefined,
    }),
};

async function firstTile(client: ReadableClient, { id }: RecordRef): Promise<number> {
  const { tiles } = await client.dashboards('1').retrieve(id);
  assert.ok(Array.isArray(tiles) && tiles.length > 0);
  return tiles[0].id;
}

describe('a protected project', () => {
  let proxy: CountingProxy;
  let connections: Connections;
  let clients: ConnectionClients;
  let guard: WriteGuard;
  let records: Records;
  let stop: () => Promise<void>;
  let isAgreed = false;
  let asked = 0;

  before(async () => {
    const service = await startService({ persons: 100 });
    proxy = await startCountingProxy(service.url);
    const setting = [{ id: 'acme', url: proxy.url, projects: [{ id: '1' }, { id: '2' }] }];
    connections = new Connections(createSetting(setting));
    guard = new WriteGuard(connections, async () => {
      asked++;
      return isAgreed;
    });
    const keys = {
      read: async () => service.key,
      write: async () => undefined,
      remove: async () => undefined,
    };
    clients = new ConnectionClients(connections, keys, guard, async ({ url, guard: own }, key) =>
      createClient({ baseUrl: url, key, guard: own, rateLimits: { recordsPerMinute: Infinity } }),
    );
    records = await createRecords(createClient({ baseUrl: service.url, key: service.key }));
    stop = async () => {
      clients.dispose();
      await proxy.close();
      await service.close();
    };
  });
  after(() => stop());

  const protect = (protection: Protection | undefined) =>
    connections.change(setProtection('acme', '1', protection));
  const approve = (agrees: boolean) => {
    [isAgreed, asked] = [agrees, 0];
    return guard.approve({ action: 'save', projects: [records.cohort], detail: '' });
  };
  const takeWrites = () => proxy.takeMethods().filter((method) => method !== 'GET');

  it('has every verb of the client and the catalog in a table', async () => {
    const client = (await clients.open('acme')).withApproval(new WriteApproval());
    const reads = ['list', 'pages', 'retrieve', 'retrieveText'];
    const expected = (writes: object, ...more: readonly string[]) =>
      [...Object.keys(writes), ...reads, ...more].toSorted();
    assert.deepEqual(Object.keys(client.dashboards('1')).toSorted(), expected(dashboardVerbs));
    const reading = ['activities', 'calculations', 'openPersons', 'personPages', 'persons', 'uses'];
    assert.deepEqual(Object.keys(client.cohorts('1')).toSorted(), expected(cohortVerbs, ...reading));
    const catalog = createCatalog({ openClient: async (id) => clients.open(id) });
    const writer = Object.keys(catalog.writer(new WriteApproval()));
    assert.deepEqual(writer.toSorted(), Object.keys(catalogVerbs).toSorted());
  });

  async function save(approval: () => WriteApproval | undefined) {
    const store = createDocumentStore({
      openClient: (id) => clients.open(id),
      isProtected: (project) => guard.protectionOf(project) === 'readOnly',
    });
    const open = store.open({ ref: toDocument(records.cohort, 'filters'), at: 'text' });
    await open.read(() => undefined);
    const text = JSON.stringify({ ...filters, saved: ++count });
    const decide = async () => 'keepEditing' as const;
    const end = await open.save(text, { isFromEditor: true, approval, decide });
    if (end.kind === 'failed') throw end.error;
  }

  /** All that writes, by what it is called in a test. */
  const verbs: readonly (readonly [string, (approval: WriteApproval) => Promise<unknown>])[] = [
    ...Object.entries(cohortVerbs).map(([verb, run]) => [`${verb} of the client's cohorts`, run] as const),
    ...Object.entries(dashboardVerbs).map(
      ([verb, run]) => [`${verb} of the client's dashboards`, run] as const,
    ),
  ].map(
    ([title, run]) =>
      [
        title,
        async (approval: WriteApproval) => run((await clients.open('acme')).withApproval(approval), records),
      ] as const,
  );
  const all = [
    ...verbs,
    ...Object.entries(catalogVerbs).map(
      ([verb, run]) =>
        [
          `${verb} of the catalog`,
          async (approval: WriteApproval) => {
            const catalog = createCatalog({ openClient: async (id) => clients.open(id) });
            return run(catalog.writer(approval), records, catalog);
          },
        ] as const,
    ),
    ['the save of a document', async (approval: WriteApproval) => save(() => approval)] as const,
  ];

  for (const [title, write] of all) {
    it(`gets ${title} without a question if it is not protected`, async () => {
      await protect(undefined);
      const approval = await approve(false);
      assert.equal(asked, 0);
      proxy.takeMethods();
      await write(approval).catch((error: unknown) => assert.ok(isNotAllowed(error), String(error)));
      assert.equal(takeWrites().length, 1);
    });

    it(`gets ${title} in production once a person has approved it`, async () => {
      await protect('production');
      const approval = await approve(true);
      assert.equal(asked, 1);
      proxy.takeMethods();
      await write(approval).catch((error: unknown) => assert.ok(isNotAllowed(error), String(error)));
      assert.equal(takeWrites().length, 1);
    });

    it(`gets nothing of ${title} in production if nobody approved it`, async () => {
      await protect(undefined);
      const early = await approve(false); // before it was protected
      await protect('production');
      await assert.rejects(approve(false), (error) => isApiError(error, 'cancelled'));
      assert.equal(asked, 1);
      await connections.change(setProtection('acme', '2', 'production'));
      isAgreed = true;
      const elsewhere = { connectionId: 'acme', projectId: '2' };
      const other = await guard.approve({ action: 'save', projects: [elsewhere], detail: '' });
      proxy.takeMethods();
      for (const approval of [early, other, new WriteApproval(['1', 'acme', 'acme/1'])])
        await assert.rejects(write(approval), (error) => isApiError(error, 'unapproved'));
      assert.deepEqual(takeWrites(), []);
    });

    it(`gets nothing of ${title} if it is read-only, whatever was approved before`, async () => {
      await protect('production');
      const early = await approve(true);
      await protect('readOnly');
      await assert.rejects(approve(true), (error) => isApiError(error, 'readOnly'));
      assert.equal(asked, 0);
      proxy.takeMethods();
      await assert.rejects(write(early), (error) => isApiError(error, 'readOnly'));
      assert.deepEqual(takeWrites(), []);
    });
  }

  for (const protection of ['production', undefined] as const)
    it(`gets no write that was approved for another address, ${protection ?? 'not protected'}`, async () => {
      await protect(protection);
      const { url } = proxy;
      const moveTo = (to: string) =>
        connections.change((entries) => entries.map((entry) => Object.assign({}, entry, { url: to })));
      const request = { action: 'save', projects: [records.cohort], detail: '' } as const;
      isAgreed = true;
      const approval = await guard.approve(request);
      const write = async () => {
        const client = (await clients.open('acme')).withApproval(approval);
        return client.cohorts('1').updateText(records.cohort.id, '{"name":"Moved"}');
      };
      proxy.takeMethods();
      await moveTo(`${url}/other`);
      await assert.rejects(write(), (error) => isApiError(error, 'unapproved'));
      assert.deepEqual(takeWrites(), []);
      await moveTo(url);
      assert.equal((await write()).record.name, 'Moved');
    });

  it('holds no approval for an address that the connection gets while a person is asked', async () => {
    await protect('production');
    const { url } = proxy;
    const approval = await guard.approve(
      { action: 'save', projects: [records.cohort], detail: '' },
      async () => {
        await connections.change((entries) =>
          entries.map((entry) => Object.assign({}, entry, { url: `${url}/other` })),
        );
        return true;
      },
    );
    assert.throws(() => guard.forConnection('acme').check('1', approval), { kind: 'unapproved' });
    await connections.change((entries) => entries.map((entry) => Object.assign({}, entry, { url })));
  });

  it('gets no write of a caller that goes around the approval', async () => {
    await protect(undefined);
    const client = await clients.open('acme');
    const raw = client.cohorts('1');
    assert.ok('updateText' in raw && typeof raw.updateText === 'function');
    proxy.takeMethods();
    await assert.rejects(raw.updateText(records.cohort.id, '{"name":"No"}'), (error) =>
      isApiError(error, 'unapproved'),
    );
    assert.deepEqual(takeWrites(), []);
  });

  it('is asked about a save only where there is something to send', async () => {
    await protect('production');
    proxy.takeMethods();
    await assert.rejects(
      save(() => undefined),
      { name: 'SaveNotApproved' },
    );
    assert.deepEqual(takeWrites(), []);
  });
});

async function createRecords(client: ApiClient): Promise<Records> {
  const project = { connectionId: 'acme', projectId: '1' };
  const cohort = await client.cohorts('1').createText(JSON.stringify({ name: 'Guarded', filters }));
  const list = await client.cohorts('1').createText(JSON.stringify({ name: 'Guarded', is_static: true }));
  const [largest] = (await client.cohorts('1').list()).results.toSorted(
    (a, b) => (b.count ?? 0) - (a.count ?? 0),
  );
  const [person] = (await client.cohorts('1').persons(largest?.id ?? 0, { limit: 1 })).results;
  const dashboard = await client.dashboards('1').createText(JSON.stringify({ name: 'Guarded' }));
  const target = await client.dashboards('1').createText(JSON.stringify({ name: 'Target' }));
  const { results } = await client.dashboards('1').list();
  const withTiles = await Promise.all(results.map(({ id }) => client.dashboards('1').retrieve(id)));
  const tileCount = ({ tiles }: Dashboard) => (Array.isArray(tiles) ? tiles.length : 0);
  const source = withTiles.toSorted((one, other) => tileCount(other) - tileCount(one))[0];
  assert.ok(source && tileCount(source) >= 4, 'each verb that moves a tile needs one');
  await client.close();
  return {
    cohort: { ...project, kind: 'cohort', id: cohort.id },
    dashboard: { ...project, kind: 'dashboard', id: dashboard.id },
    from: { ...project, kind: 'dashboard', id: source.id },
    to: { ...project, kind: 'dashboard', id: target.id },
    list: { ...project, kind: 'cohort', id: list.id },
    person: person?.id ?? '',
  };
}
