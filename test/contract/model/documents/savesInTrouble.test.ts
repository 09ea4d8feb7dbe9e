import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { isApiError } from '#api/apiError.ts';
import { DocumentConflict, SaveNotConfirmed } from '#model/documents/save/saveErrors.ts';
import { eventually } from '../../../ui/driver/eventually.ts';
import { createStorage, leaf, text, useDocuments } from './editor.ts';
import { useService } from '../service.ts';
import { createMemory } from '../../../stored.ts';

const service = useService();
const { open, createCohort, remotely, onService } = useDocuments(service);

describe('trouble while saving', () => {
  afterEach(() => service().inject(''));

  async function opened() {
    const editor = open();
    const document = await createCohort();
    await editor.read(document);
    return { ...editor, document };
  }

  it('is not a failure if the text arrived and only the response is too slow', async () => {
    const hasty = service().createHasty(3000);
    const { write, read } = open(createStorage(), () => hasty);
    const document = await createCohort();
    await read(document);
    service().inject('drip=20000;bytes=20;method=PATCH');
    await write(document, text('arrived'));
    service().inject('');
    assert.deepEqual((await onService(document)).filters, leaf('arrived'));
    await hasty.close();
  });

  it('that never ended, in a window that is gone, is no conflict with oneself, and others’ changes are one', async () => {
    const storage = createStorage();
    const hasty = service().createHasty(3000);
    const { mine, read } = open(storage, () => hasty);
    const document = await createCohort();
    await read(document);
    service().inject('drip=20000;bytes=20;method=PATCH');
    const unanswered = mine(document, 'arrived').catch((error: unknown) => error);
    const arrived = JSON.stringify(leaf('arrived'));
    await eventually(
      'the text on the service',
      async () => JSON.stringify((await onService(document)).filters) === arrived,
    );
    // What is stored now is what a killed window leaves behind.
    const left = () => ({ ...storage, memory: createMemory(storage.memory.read()) });
    const [next, third] = [open(left()), open(left())];
    service().inject('');
    await next.read(document, text('typed before'));
    await next.mine(document, 'typed on');
    assert.deepEqual((await onService(document)).filters, leaf('typed on'));
    await assert.rejects(third.mine(document, 'typed elsewhere'), DocumentConflict);
    await unanswered;
    await hasty.close();
  });

  for (const [decision, name] of [
    ['allowOverwrite', 'may be overwritten'],
    ['merge', 'is merged'],
  ] as const) {
    it(`is over once a later change ${name}: the same text again is then somebody else’s change`, async () => {
      const { document, mine, store } = await opened();
      service().inject('reset=after;method=PATCH, status=500;method=GET;after=1');
      await assert.rejects(mine(document, 'mine'), SaveNotConfirmed);
      service().inject('');
      await remotely(document, 'theirs');
      const conflict = await mine(document, 'mine').catch((error: unknown) => error);
      assert.ok(conflict instanceof DocumentConflict);
      await store.open(document)[decision](conflict.theirs);
      await remotely(document, 'mine');
      await assert.rejects(mine(document, 'mine and more'), DocumentConflict);
    });
  }

  for (const status of [401, 403]) {
    it(`with status ${status} leaves everything as it is`, async () => {
      const { document, mine } = await opened();
      service().inject(`status=${status};method=PATCH`);
      await assert.rejects(mine(document, 'mine'), (error) => isApiError(error));
      service().inject('');
      assert.deepEqual((await onService(document)).filters, leaf('free'));
      await remotely(document, 'mine');
      await assert.rejects(mine(document, 'mine and more'), DocumentConflict, 'it is somebody else’s text');
    });
  }

  it('with a missing scope is solved by another key', async () => {
    const other = service().createHasty(5000);
    let isChanged = false;
    const { store, read, mine, age } = open(createStorage(), () => (isChanged ? other : service().client));
    const document = await createCohort();
    await read(document);
    service().inject('status=403;scope=cohort:write;method=PATCH');
    await assert.rejects(mine(document, 'mine'), (error) => isApiError(error, 'missingScope'));
    service().inject('');
    age();
    assert.deepEqual((await store.stat(document.ref)).readonly, { scope: 'cohort:write' });
    isChanged = true;
    age();
    assert.equal((await store.stat(document.ref)).readonly, undefined);
    await mine(document, 'mine');
    await other.close();
  });

  it('with a missing scope makes the documents of that kind read-only', async () => {
    const { document, mine, store, changed } = await opened();
    service().inject('status=403;scope=cohort:write;method=PATCH');
    await assert.rejects(mine(document, 'mine'), (error) => isApiError(error, 'missingScope'));
    assert.deepEqual(store.known(document.ref)?.readonly, { scope: 'cohort:write' });
    assert.deepEqual(changed, [document.ref]);
  });
});
