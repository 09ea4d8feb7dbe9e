// A connection whose address is edited while its documents are open: what was known of them is of another service.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { WriteApproval } from '#api/writeApproval.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import { json } from '../../../misbehaving/acts.ts';
import { startClient } from '../../api/support.ts';
import { createDocumentStore } from '../../../models.ts';
import { createMemory, createTexts } from '../../../stored.ts';

const ref = { connectionId: 'acme', projectId: '1', kind: 'dashboard', id: 7 } as const;
const text = { ref: toDocument(ref, 'filters'), at: 'cohortdeck://acme/7' };

async function startService(t: TestContext, filters: object) {
  const record = { id: 7, name: 'Sales', filters, tags: [], pinned: false, restriction_level: 21 };
  const { client, server } = await startClient(t, () => json(record));
  return { client, writes: () => server.received.filter(({ method }) => method === 'PATCH').length };
}

/** A window that can be moved to another service, and its storage. */
async function open(t: TestContext) {
  const services = [await startService(t, {}), await startService(t, {})] as const;
  let at = 0;
  let isRemoved = false;
  const stored = { memory: createMemory(), texts: createTexts() };
  const start = () =>
    createDocumentStore({
      ...stored,
      openClient: async () => (services[at] ?? services[0]).client,
      addressOf: () => (isRemoved ? undefined : `https://${at}.test`),
    });
  const asked: string[] = [];
  const save = async (store: ReturnType<typeof start>, document = store.open(text)) => {
    const approval = new WriteApproval();
    const { kind } = await document.save('{"date_from": "-7d"}', {
      isFromEditor: true,
      approval: () => approval,
      decide: async (question) => {
        asked.push(question.kind);
        return 'keepEditing';
      },
    });
    return kind;
  };
  return { services, start, save, asked, move: () => void (at = 1), remove: () => void (isRemoved = true) };
}

for (const isRestarted of [false, true])
  test(`a text of the old service is not saved on the new one unasked${isRestarted ? ', after a restart either' : ''}`, async (t) => {
    const { services, start, save, asked, move } = await open(t);
    const store = start();
    await store.open(text).read(() => undefined);
    move();
    assert.equal(await save(isRestarted ? start() : store), 'failed');
    assert.deepEqual(asked, ['conflict']);
    assert.deepEqual(
      services.map(({ writes }) => writes()),
      [0, 0],
    );
  });

test('a document that was opened before is read again, and can no longer be saved by who has it', async (t) => {
  const { services, start, save, asked, move } = await open(t);
  const store = start();
  const before = store.open(text);
  await before.read(() => undefined);
  assert.ok(store.known(text.ref));
  move();
  assert.equal(store.known(text.ref), undefined);
  assert.equal(await save(store, before), 'failed');
  assert.deepEqual([asked, services[1].writes()], [[], 0]);
  await store.open(text).read(() => undefined);
  assert.ok(store.known(text.ref));
});

test('a document of a removed connection is known as before', async (t) => {
  const { start, remove } = await open(t);
  const store = start();
  const before = store.open(text);
  await before.read(() => undefined);
  remove();
  assert.equal(store.open(text), before);
  assert.ok(store.known(text.ref) && before.base);
});

test('a text is saved unasked at the address that it was read at', async (t) => {
  const { services, start, save, asked } = await open(t);
  await start()
    .open(text)
    .read(() => undefined);
  await save(start());
  assert.deepEqual([asked, services[0].writes()], [[], 1]);
});
