// Documents that are opened while the service cannot be reached.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createClient } from '#api/client.ts';
import type { DocumentState, EditorText } from '#model/documents/save/documentState.ts';
import type { DocumentStore } from '#model/documents/documentStore.ts';
import { LastKnownTextRetries } from '#model/documents/lastKnownTextRetries.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { fault } from '../../../misbehaving/acts.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import { createStorage, leaf, text, useDocuments } from './editor.ts';
import { useService } from '../service.ts';

const service = useService();
const { open, createCohort, remotely, onService } = useDocuments(service);

describe('a document that is opened with a key that the service rejects', () => {
  const refusing = startMisbehaving(() => fault(401, 'authentication_error', 'Invalid key.'));
  const refused = refusing.then(({ url }) => createClient({ baseUrl: url, key: 'phx_test' }));
  after(async () => {
    await (await refused).close();
    await (await refusing).close();
  });

  it('has the text that was read last, until there is another key', async () => {
    const storage = createStorage();
    const document = await createCohort();
    await open(storage).read(document);
    let client = await refused;
    const next = open(storage, () => client);
    const { text: known, readonly } = await next.read(document);
    assert.deepEqual(JSON.parse(known), leaf('free'));
    assert.ok(typeof readonly === 'object' && 'lost' in readonly && readonly.lost.kind === 'unauthenticated');
    client = service().client;
    assert.equal((await next.read(document, known)).readonly, undefined);
  });

  it('is refused if it was never read', async () => {
    const document = await createCohort();
    const client = await refused;
    await assert.rejects(open(createStorage(), () => client).read(document), { kind: 'unauthenticated' });
  });
});

describe('a document that is opened without a connection', () => {
  const gone = startMisbehaving(() => () => undefined).then(async (server) => {
    await server.close();
    return createClient({ baseUrl: server.url, key: 'phx_test', retry: { firstWaitMs: 1 } });
  });
  after(async () => (await gone).close());

  /** Another window, whose connection can be lost and restored. */
  async function openWindow(storage: ReturnType<typeof createStorage>) {
    const lost = await gone;
    const network = { isUp: true };
    return { network, ...open(storage, () => (network.isUp ? service().client : lost)) };
  }

  async function readBefore() {
    const storage = createStorage();
    const document = await createCohort();
    const { mtime } = await open(storage).read(document);
    const next = await openWindow(storage);
    next.network.isUp = false;
    return { document, mtime, next };
  }

  const isLastKnown = ({ readonly }: DocumentState) => typeof readonly === 'object' && 'lost' in readonly;
  const stat = (store: DocumentStore, document: EditorText, isShown: boolean) =>
    store.open(document).stat(
      () => false,
      () => isShown,
    );

  it('has the text that was read last, and cannot be edited', async () => {
    const { document, mtime, next } = await readBefore();
    const before = await stat(next.store, document, false);
    const state = await next.read(document);
    assert.deepEqual([before.mtime, state.mtime], [mtime, mtime]);
    assert.deepEqual(JSON.parse(state.text), leaf('free'));
    assert.ok(isLastKnown(state) && isLastKnown(before));
    assert.ok(isLastKnown(await stat(next.store, document, true)), 'as long as there is no connection');
  });

  it('is the service’s text once there is a connection, and can be saved', async () => {
    const { document, mtime, next } = await readBefore();
    await next.read(document);
    next.network.isUp = true;
    const state = await stat(next.store, document, true);
    assert.deepEqual([state.mtime, state.readonly], [mtime, undefined]);
    await next.mine(document, 'mine');
    assert.deepEqual((await onService(document)).filters, leaf('mine'));
  });

  it('is read again once its connection responds to something else, and then no more', async () => {
    const { document, next } = await readBefore();
    await next.read(document);
    const { promise: asked, resolve } = Promise.withResolvers<RecordRef>();
    const texts = new LastKnownTextRetries((id) => next.store.lastKnown(id), resolve, 1);
    const { connectionId } = document.ref;
    assert.deepEqual(
      [...next.store.lastKnown('other'), ...next.store.lastKnown(connectionId)],
      [document.ref],
    );
    texts.answered(connectionId);
    assert.equal(await asked, document.ref);
    next.network.isUp = true;
    assert.ok(!isLastKnown(await stat(next.store, document, true)));
    assert.deepEqual(next.store.lastKnown(connectionId), []);
    texts.dispose();
  });

  it('is read again at growing intervals while it cannot be read, whatever other responses come', async () => {
    const { document, next } = await readBefore();
    await next.read(document);
    const askedAt: number[] = [];
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const { connectionId } = document.ref;
    const texts = new LastKnownTextRetries(
      (id) => next.store.lastKnown(id),
      () => {
        askedAt.push(performance.now());
        if (askedAt.length === 5) resolve();
        for (let answers = 0; answers < 3; answers++) texts.answered(connectionId);
      },
      8,
    );
    const from = performance.now();
    texts.answered(connectionId);
    await enough;
    texts.dispose();
    // The waits were 8, 16, 32, 64 and 128 ms at least.
    assert.ok((askedAt.at(-1) ?? 0) - from >= 31 * 8 - 5, String(askedAt));
  });

  it('gets a newer version if somebody changed it meanwhile', async () => {
    const { document, mtime, next } = await readBefore();
    await next.read(document);
    await remotely(document, 'theirs');
    next.network.isUp = true;
    const { mtime: newer, text: read } = await next.read(document, text('free'));
    assert.ok(newer > mtime);
    assert.deepEqual(JSON.parse(read), leaf('theirs'));
  });

  it('has the text of the list if it was never read', async () => {
    const document = await createCohort();
    const next = await openWindow(createStorage());
    next.network.isUp = false;
    await assert.rejects(next.read(document), { kind: 'network' });
    next.listed.set(document.ref.id, await onService(document));
    const state = await next.read(document);
    assert.deepEqual([JSON.parse(state.text), isLastKnown(state)], [leaf('free'), true]);
  });

  it('leaves the text that an editor shows as it is', async () => {
    const document = await createCohort();
    const next = await openWindow(createStorage());
    await next.read(document);
    next.network.isUp = false;
    next.age();
    await assert.rejects(next.read(document, text('mine')), { kind: 'network' });
    await assert.rejects(stat(next.store, document, true), { kind: 'network' });
  });
});
