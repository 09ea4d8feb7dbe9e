// A message closes once it no longer applies.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { reportMissingScopes } from '#commands/connections/reportMissingScopes.ts';
import { DeletedRecordNotifications } from '#fileSystem/deletedRecordNotifications.ts';
import { SecretKeys } from '#host/secretKeys.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import type { ListRef, RecordRef } from '#model/records/recordRef.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { createFiles } from './createFiles.ts';
import { watchMessages } from './openMessages.ts';
import { uriOf } from './sampleData.ts';
import { startTwoProjects } from './twoProjects.ts';

describe('a message', () => {
  let service: Awaited<ReturnType<typeof startTwoProjects>>;
  let messages: Awaited<ReturnType<typeof watchMessages>>;
  before(async () => {
    service = await startTwoProjects();
  });
  beforeEach(async () => {
    messages = await watchMessages();
  });
  after(() => service.stop());

  /** Resolves once the message is closed. */
  const offerRestore = (ref: RecordRef) =>
    new DeletedRecordNotifications(async () => assert.fail('nobody has pressed Restore'), service).show(
      { uri: uriOf(ref), ref: toDocument(ref, 'filters'), title: 'To be restored', deletedAt: undefined },
      true,
    );

  it('that offers to restore a record closes once it is restored in the tree', async () => {
    const { commands } = service;
    const ref = await service.create('1', 'To be restored');
    await commands['cohortDeck.delete']({ type: 'record', id: 'record', ref });
    await messages.next(); // offers to undo
    const shown = offerRestore(ref);
    await messages.next();
    await commands['cohortDeck.restore']({ type: 'trashed', id: 'trashed', ref });
    await shown;
    await messages.waitForNone();
  });

  it('that offers to restore a record stays where the settings have a typing mistake, and closes without the connection', async () => {
    const { connections } = service;
    let entries: readonly unknown[] = [];
    const shown = offerRestore(service.ref('cohort', '1', 4711));
    const message = await messages.next();
    await connections.change((before) => {
      entries = before;
      return [{ ...Object(before[0]), url: 'no address' }];
    });
    assert.deepEqual(await messages.open(), [message]);
    await connections.change(() => []);
    await shown;
    await messages.waitForNone();
    await connections.change(() => entries);
  });

  it('that offers to restore a record closes once a refresh finds it in its list', async () => {
    const { catalog, client, guard } = service;
    const ref = await service.create('1', 'To be restored elsewhere');
    const approval = await guard.approve({ action: 'restore', projects: [ref], detail: '' });
    const colleague = client.withApproval(approval).cohorts('1');
    const setDeleted = (deleted: boolean) => colleague.updateText(ref.id, JSON.stringify({ deleted }));
    await setDeleted(true);
    await catalog.refresh(ref);
    const shown = offerRestore(ref);
    const message = await messages.next();
    await catalog.refresh(ref);
    assert.deepEqual(await messages.open(), [message]);
    await setDeleted(false);
    await catalog.refresh(ref);
    await shown;
    await messages.waitForNone();
  });

  it('that offers to restore a record of no loaded page stays while nothing is restored', async () => {
    const { catalog, client, guard } = service;
    const list: ListRef = { connectionId: 'acme', projectId: '2', kind: 'dashboard' };
    const approval = await guard.approve({ action: 'create', projects: [list], detail: '' });
    const colleague = client.withApproval(approval).dashboards('2');
    await catalog.load(list);
    const ref: RecordRef = {
      ...list,
      id: (await colleague.createText(JSON.stringify({ name: 'Read alone' }))).id,
    };
    await catalog.retrieve(ref);
    await colleague.updateText(ref.id, JSON.stringify({ deleted: true }));
    const shown = offerRestore(ref);
    const message = await messages.next();
    await catalog.refresh(ref);
    assert.deepEqual(await messages.open(), [message]);
    await colleague.updateText(ref.id, JSON.stringify({ deleted: false }));
    await catalog.retrieve(ref);
    await shown;
    await messages.waitForNone();
  });

  it('that offers another key for a save closes with another key, and with the next save of its own text', async () => {
    const { client, guard, log } = service;
    const changed = new Emitter<string>();
    const keys = {
      onDidChange: (listener: (id: string, isStored: boolean) => void) =>
        changed.event((id) => listener(id, true)),
    };
    const files = createFiles({ client, guard, keys, log });
    const ref = await service.create('1', 'To be saved');
    let text = 0;
    const save = () =>
      files.writeFile(uriOf(ref), Buffer.from(`{"properties": {}, "text": ${++text}}`), {
        reason: vscode.TextDocumentSaveReason.Manual,
        isChecked: false,
      });
    service.inject('status=403;scope=cohort:write;method=PATCH');
    await assert.rejects(save(), /lacks the scope/);
    const first = await messages.next();
    await assert.rejects(save(), /lacks the scope/);
    await messages.next(first);
    changed.fire('other');
    assert.equal((await messages.open()).length, 1);
    service.inject('');
    const other = uriOf(await service.create('1', 'To be saved as well'));
    await files.writeFile(other, Buffer.from('{"properties": {}}'), {
      reason: vscode.TextDocumentSaveReason.Manual,
      isChecked: false,
    });
    assert.equal((await messages.open()).length, 1);
    changed.fire('acme');
    await messages.waitForNone();
    files.dispose();
  });

  it('about the scopes of a key closes with another key, and not with the late event of its own', async () => {
    const stored = new Map<string, string>();
    const changed = new Emitter<vscode.SecretStorageChangeEvent>();
    const keys = new SecretKeys(
      {
        get: async (name) => stored.get(name),
        store: async (name, value) => void stored.set(name, value),
        delete: async (name) => void stored.delete(name),
        onDidChange: (listener) => changed.event(listener),
      },
      assert.fail,
    );
    const url = 'https://acme.test';
    const connection = { id: 'acme', name: 'Acme', url };
    await keys.write('acme', url, 'phx_first');
    const [name = ''] = stored.keys();
    const shown = reportMissingScopes(
      keys,
      { ...connection, key: 'phx_first' },
      {
        missing: ['cohort:write'],
        isWriteUnknown: false,
      },
    );
    const message = await messages.next();
    changed.fire({ key: name });
    await keys.read('acme', url);
    assert.deepEqual(await messages.open(), [message]);
    await keys.write('acme', url, 'phx_second');
    await shown;
    await messages.waitForNone();
    keys.dispose();
  });
});
