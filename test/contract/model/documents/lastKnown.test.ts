// Documents that are opened while the service cannot be reached.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createClient } from '#api/client.ts';
import type { DocumentState, EditorText } from '#model/documents/save/documentState.ts';
import type { DocumentStore } from '#model/documents/documentStore.ts';
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
