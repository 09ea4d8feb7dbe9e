import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { isApiError } from '#api/apiError.ts';
import { DocumentConflict, SaveNotArrived, SaveNotConfirmed } from '#model/documents/save/saveErrors.ts';
import { eventually } from '../../../ui/driver/eventually.ts';
import { createStorage, leaf, text, useDocuments } from './editor.ts';
import { createMemory, useService } from '../service.ts';

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

  for (const [what, fault] of [
    ['a reset after the work was done', 'reset=after;method=PATCH'],
    ['half a response', 'half;method=PATCH'],
  ] as const) {
    it(`is not a failure if the text arrived despite ${what}`, async () => {
      const { document, mine } = await opened();
      service().inject(fault);
      await mine(document, 'arrived');
      service().inject('');
      assert.deepEqual((await onService(document)).filters, leaf('arrived'));
      await mine(document, 'and on');
    });
  }

  it('is not a failure if the text arrived and only the response is too slow', async () => {
    const hasty = service().createHasty(500);
    const { write, read } = open(createStorage(), () => hasty);
    const document = await createCohort();
    await read(document);
    service().inject('drip=20000;bytes=20;method=PATCH');
    await write(document, text('arrived'));
    service().inject('');
    assert.deepEqual((await onService(document)).filters, leaf('arrived'));
    await hasty.close();
  });

  it('with a connection that broke before anything was sent is solved by a second try', async () => {
    const { document, mine } = await opened();
    service().inject('reset;method=PATCH;times=1');
    await mine(document, 'second try');
    service().inject('');
    assert.deepEqual((await onService(document)).filters, leaf('second try'));
  });

  for (const [fault, kind] of [
    ['status=500', 'server'],
    ['status=200;html', 'notJson'],
  ] as const) {
    it(`is a failure if the service still has the old text after ${fault}`, async () => {
      const { document, mine } = await opened();
      service().inject(`${fault};method=PATCH`);
      await assert.rejects(
        mine(document, 'mine'),
        (error) => error instanceof SaveNotArrived && isApiError(error.cause, kind),
      );
      service().inject('');
      assert.deepEqual((await onService(document)).filters, leaf('free'));
      await mine(document, 'mine');
    });
  }

  it('is a failure if the check fails too, and the next save reads first', async () => {
    const { document, mine, write } = await opened();
    service().inject('reset=after;method=PATCH, status=500;method=GET;after=1');
    await assert.rejects(mine(document, 'mine'), SaveNotConfirmed);
    service().inject('');
    await write(document, text('mine and more'));
    assert.deepEqual((await onService(document)).filters, leaf('mine and more'));
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

  it('with somebody else’s change in between is a conflict', async () => {
    const { document, mine } = await opened();
    service().inject('reset=after;method=PATCH, status=500;method=GET;after=1');
    await assert.rejects(mine(document, 'mine'), SaveNotConfirmed);
    service().inject('');
    await remotely(document, 'theirs');
    await assert.rejects(mine(document, 'mine'), DocumentConflict);
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
