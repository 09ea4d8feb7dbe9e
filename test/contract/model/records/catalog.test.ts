import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '#api/apiError.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import type { Catalog, CatalogWriter } from '#model/records/catalog.ts';
import { PersonsChange } from '#model/records/persons/staticPersons.ts';
import type { CatalogChange } from '#model/records/loadedRecords.ts';
import { isPinned, nameOf } from '#model/records/deckRecord.ts';
import type { ListRef, RecordRef } from '#model/records/recordRef.ts';
import { useDocuments } from '../documents/editor.ts';
import { approval, useService } from '../service.ts';
import { createCatalog } from '../../../models.ts';

const service = useService();
const { open, createCohort } = useDocuments(service);

async function firstOf(catalog: Catalog, list: ListRef): Promise<RecordRef> {
  const [first] = (await catalog.load(list)).records;
  assert.ok(first);
  return { ...list, id: first.id };
}

function hear(catalog: Catalog): CatalogChange[] {
  const heard: CatalogChange[] = [];
  catalog.onDidChange((change) => heard.push(change));
  return heard;
}

describe('a list', () => {
  it('is empty and idle until it is asked for', () => {
    const { catalog } = service().createCatalog();
    assert.equal(catalog.list(service().cohorts).status, 'idle');
  });

  it('loads page by page until it has each record once', async () => {
    const { catalog } = service().createCatalog(10);
    const list = service().cohorts;
    let state = await catalog.load(list);
    assert.equal(state.records.length, 10);
    assert.ok(state.hasMore);
    while (state.hasMore) state = await catalog.loadMore(list);
    assert.equal(state.records.length, state.total);
    assert.equal(new Set(state.records.map(({ id }) => id)).size, state.total);
  });

  it('leaves no record out where some of those before are deleted meanwhile', async () => {
    const { catalog } = service().createCatalog(10);
    const list = service().cohorts;
    const { records, total } = await catalog.load(list);
    const gone = records.slice(0, 3).map(({ id }): RecordRef => ({ ...list, id }));
    for (const ref of gone) await catalog.writer(approval).softDelete(ref);
    let state = catalog.list(list);
    while (state.hasMore) state = await catalog.loadMore(list);
    assert.equal(state.records.length, (total ?? 0) - gone.length);
    for (const ref of gone) await catalog.writer(approval).restore(ref);
  });

  it('takes a page size that is no whole number', async () => {
    const { catalog } = service().createCatalog(10.5);
    assert.equal((await catalog.load(service().cohorts)).records.length, 11);
  });

  it('shows pinned dashboards first', async () => {
    const { catalog } = service().createCatalog();
    const { records } = await catalog.load(service().dashboards);
    const pinned = records.filter(isPinned).length;
    assert.ok(pinned > 0 && pinned < records.length);
    assert.ok(records.slice(0, pinned).every(isPinned));
  });

  it('sends one request when two views load it at the same time', async () => {
    const { catalog } = service().createCatalog();
    const heard = hear(catalog);
    await Promise.all([catalog.load(service().cohorts), catalog.load(service().cohorts)]);
    assert.equal(heard.length, 1);
  });

  it('keeps as many records as were loaded when it is refreshed', async () => {
    const { catalog } = service().createCatalog(5);
    await catalog.load(service().cohorts);
    await catalog.loadMore(service().cohorts);
    assert.equal((await catalog.refresh(service().cohorts)).records.length, 10);
  });

  it('counts one less when somebody else has deleted a record', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog, service().cohorts);
    const before = catalog.list(ref).total ?? 0;
    const { catalog: other } = service().createCatalog();
    await other.writer(approval).softDelete(ref);
    await catalog.retrieve(ref);
    assert.equal(catalog.list(ref).total, before - 1);
    assert.ok(catalog.list(ref).records.every(({ id }) => id !== ref.id));
    await other.writer(approval).restore(ref);
  });

  it('fails with its error and loads again when asked to', async () => {
    const { catalog } = service().createCatalog();
    const nowhere: ListRef = { ...service().cohorts, projectId: 'no-such-project' };
    const state = await catalog.load(nowhere);
    assert.equal(state.status, 'failed');
    assert.ok(isApiError(state.error, 'notFound', 'forbidden'), String(state.error));
    assert.equal((await catalog.refresh(nowhere)).status, 'failed');
  });
});

describe('a change', () => {
  it('is shown before the service responds, and stays afterwards', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog, service().cohorts);
    const update = catalog.writer(approval).update(ref, { name: 'Shown at once' });
    assert.equal(catalog.get(ref)?.name, 'Shown at once');
    await update;
    const { catalog: other } = service().createCatalog();
    assert.equal((await other.retrieve(ref)).name, 'Shown at once');
  });

  it('is reverted if the service rejects it', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog, service().cohorts);
    const before = catalog.get(ref)?.name;
    const refused = catalog.writer(approval).update(ref, { name: 'x'.repeat(401) });
    assert.equal(catalog.get(ref)?.name?.length, 401);
    await assert.rejects(refused, (error) => isApiError(error, 'invalid') && error.attr === 'name');
    assert.equal(catalog.get(ref)?.name, before);
  });

  it('names the one record that it changed', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog, service().cohorts);
    const heard = hear(catalog);
    await catalog.writer(approval).update(ref, { description: 'Other words' });
    assert.ok(heard.length > 0);
    assert.ok(heard.every((change) => change.kind === 'record' && change.ref.id === ref.id));
  });

  it('of pinned moves the dashboard in its list', async () => {
    const { catalog } = service().createCatalog();
    const { records } = await catalog.load(service().dashboards);
    const last = records.at(-1);
    assert.ok(last && !isPinned(last));
    const ref: RecordRef = { ...service().dashboards, id: last.id };
    await catalog.writer(approval).update(ref, { pinned: true });
    const index = catalog.list(service().dashboards).records.findIndex(({ id }) => id === last.id);
    assert.ok(index < records.filter(isPinned).length + 1);
    await catalog.writer(approval).update(ref, { pinned: false });
  });

  it('is sent after the one before it, however fast they come', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog, service().cohorts);
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => catalog.writer(approval).update(ref, { name })));
    const { catalog: other } = service().createCatalog();
    assert.equal((await other.retrieve(ref)).name, 'd');
    assert.equal(catalog.get(ref)?.name, 'd');
  });
});

/** A catalog whose next response about cohorts is requested at once and delivered when the test releases it. */
function createLate(client: ApiClient) {
  let hold: { readonly came: () => void; readonly until: Promise<void> } | undefined;
  const handOver = async <T>(answer: T): Promise<T> => {
    const held = hold;
    hold = undefined;
    held?.came();
    await held?.until;
    return answer;
  };
  const late: ApiClient = {
    ...client,
    cohorts: (projectId) => {
      const cohorts = client.cohorts(projectId);
      return {
        ...cohorts,
        list: async (options) => handOver(await cohorts.list(options)),
        async *pages(options) {
          for await (const page of cohorts.pages(options)) yield await handOver(page);
        },
        retrieve: async (id, options) => handOver(await cohorts.retrieve(id, options)),
      };
    },
  };
  const catalog = createCatalog({ openClient: async () => late });
  /**
   * Sends the request and waits for its response; the returned function releases the response and waits for the end.
   */
  const begin = async (ask: () => Promise<unknown>): Promise<() => Promise<void>> => {
    const came = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    hold = { came: came.resolve, until: letGo.promise };
    const asked = ask();
    await came.promise;
    return async () => {
      letGo.resolve();
      await asked;
    };
  };
  return {
    catalog,
    refresh: (list: ListRef) => begin(() => catalog.refresh(list)),
    retrieve: (ref: RecordRef) => begin(() => catalog.retrieve(ref)),
  };
}

describe('a refresh that was under way during a save', () => {
  it('does not bring back the old record', async () => {
    const { catalog, refresh } = createLate(service().client);
    const { write, read } = open(undefined, undefined, catalog);
    const document = await createCohort('record');
    await catalog.load(document.ref);
    const { text } = await read(document);
    const finish = await refresh(service().cohorts);
    await write(document, text.replace('"Filters"', '"Saved meanwhile"'));
    await finish();
    assert.equal(catalog.get(document.ref)?.name, 'Saved meanwhile');
  });
});

describe('a request for one record that was under way during a change', () => {
  it('does not bring an old name back', async () => {
    const { catalog, retrieve } = createLate(service().client);
    const ref = await firstOf(catalog, service().cohorts);
    const finish = await retrieve(ref);
    await catalog.writer(approval).update(ref, { name: 'Newer than the answer' });
    await finish();
    assert.equal(catalog.get(ref)?.name, 'Newer than the answer');
  });
});

describe('a refresh that was under way during a change', () => {
  it('does not bring an old name back', async () => {
    const { catalog, refresh } = createLate(service().client);
    const ref = await firstOf(catalog, service().cohorts);
    const finish = await refresh(service().cohorts);
    await catalog.writer(approval).update(ref, { name: 'Newer than the page' });
    await finish();
    assert.equal(catalog.get(ref)?.name, 'Newer than the page');
  });

  it('does not bring a deleted record back', async () => {
    const { catalog, refresh } = createLate(service().client);
    const ref = await firstOf(catalog, service().cohorts);
    const total = catalog.list(ref).total ?? 0;
    const finish = await refresh(service().cohorts);
    await catalog.writer(approval).softDelete(ref);
    await finish();
    assert.ok(catalog.list(ref).records.every(({ id }) => id !== ref.id));
    assert.equal(catalog.list(ref).total, total - 1);
    await catalog.writer(approval).restore(ref);
  });

  it('does not lose what was created', async () => {
    const { catalog, refresh } = createLate(service().client);
    await catalog.load(service().cohorts);
    const finish = await refresh(service().cohorts);
    const ref = await catalog.writer(approval).create(service().cohorts, { name: 'During a refresh' });
    await finish();
    assert.equal(catalog.list(ref).records[0]?.id, ref.id);
  });

  it('that ends before the change is corrected by it', async () => {
    const { catalog, refresh } = createLate(service().client);
    const ref = await firstOf(catalog, service().cohorts);
    const finish = await refresh(service().cohorts);
    const deletion = catalog.writer(approval).softDelete(ref);
    await finish();
    await deletion;
    assert.ok(catalog.list(ref).records.every(({ id }) => id !== ref.id));
    await catalog.writer(approval).restore(ref);
  });
});

describe('creating', () => {
  it('puts a cohort first and counts it', async () => {
    const { catalog } = service().createCatalog();
    const { total } = await catalog.load(service().cohorts);
    const ref = await catalog.writer(approval).create(service().cohorts, { name: 'Brand new' });
    const state = catalog.list(service().cohorts);
    assert.equal(state.records[0]?.id, ref.id);
    assert.equal(state.total, (total ?? 0) + 1);
  });

  it('inserts a dashboard by its name', async () => {
    const { catalog } = service().createCatalog();
    await catalog.load(service().dashboards);
    const ref = await catalog.writer(approval).create(service().dashboards, { name: 'Mmm middle' });
    const unpinned = catalog.list(service().dashboards).records.filter((record) => !isPinned(record));
    const index = unpinned.findIndex(({ id }) => id === ref.id);
    assert.ok((nameOf(unpinned[index - 1] ?? assert.fail()) ?? '').localeCompare('Mmm middle') <= 0);
    assert.ok((nameOf(unpinned[index + 1] ?? assert.fail()) ?? '').localeCompare('Mmm middle') >= 0);
  });
});

describe('every change', () => {
  it('is reported as pending until the service has responded', async () => {
    const { catalog } = service().createCatalog();
    const { dashboards } = service();
    const writer = catalog.writer(approval);
    const { records } = await catalog.load(dashboards);
    const [to, , from] = records.map(({ id }): RecordRef => ({ ...dashboards, id }));
    assert.ok(from && to);
    await catalog.retrieve(from);
    const made = await writer.create(dashboards, { name: 'Goes on' });
    const changes: Readonly<Record<keyof CatalogWriter, () => Promise<unknown>>> = {
      create: () => writer.create(dashboards, { name: 'Goes on too' }),
      createText: () => writer.createText(dashboards, '{"name": "As text"}'),
      update: () => writer.update(made, { name: 'Renamed' }),
      softDelete: () => writer.softDelete(made),
      restore: () => writer.restore(made),
      moveTile: () => writer.moveTile(from, catalog.tiles(from)?.[0]?.id ?? 0, to.id),
      changePersons: () =>
        writer.changePersons(made, new PersonsChange('addPersons', []), {
          signal: new AbortController().signal,
          onStep: () => undefined,
        }),
    };
    let started: readonly Promise<unknown>[] = [];
    catalog.onDidStartChange((running) => {
      started = [...started, running];
    });
    for (const [verb, change] of Object.entries(changes)) {
      started = [];
      const running = change();
      assert.equal(started.length, 1, verb);
      assert.equal(started[0], running, verb);
      await running;
    }
  });
});
