// What the editor shows of documents in protected projects, and who may set the protection.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { WriteApproval } from '#api/writeApproval.ts';
import { findKeyScopes } from '#commands/connections/reportMissingScopes.ts';
import type { CreateClient } from '#model/connections/connectionClients.ts';
import { setProtection } from '#model/connections/connectionEdits.ts';
import { Connections } from '#model/connections/connections.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { languageId } from '#manifest.ts';
import { connectionNode, projectNode, recordNode } from '#model/records/treeNodes.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { createFiles } from './createFiles.ts';
import { createTree } from './createTree.ts';
import { uriOf } from './sampleData.ts';
import { startTwoProjects } from './twoProjects.ts';

const cohort = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 7 } as const;
const changed = '{"properties": {}, "mine": 1}';

/** One for all tests: VS Code closes a channel of the same name with another one. */
const log = vscode.window.createOutputChannel('Protection of a test', { log: true });

/** The file system of records over a service, which no editor is connected to. */
async function start(protection: string) {
  const record = { id: 7, name: 'Paying', filters: { properties: {} }, groups: {}, is_static: false };
  const saved = { ...record, filters: JSON.parse(changed) };
  const server = await startMisbehaving(({ method, url }) => {
    if (method === 'PATCH') return json(saved);
    return json(url.includes('?limit=') ? { results: [record] } : record);
  });
  const settingChanged = new Emitter<void>();
  let marks = { protection };
  const connections = new Connections({
    get: () => [
      { id: 'acme', name: 'Acme Inc.', url: server.url, projects: [{ id: '1', name: 'Web', ...marks }] },
    ],
    set: async () => undefined,
    onDidChange: (listener) => settingChanged.event(listener),
  });
  const asked: string[] = [];
  let isAgreed = false;
  const guard = new WriteGuard(connections, async ({ action }, places) => {
    asked.push(`${action} ${places.join()}`);
    return isAgreed;
  });
  const createOwnClient: CreateClient = async ({ url, guard: own }, key) =>
    createClient({ baseUrl: url, key, guard: own });
  const client = createClient({ baseUrl: server.url, key: 'phx_test', guard: guard.forConnection('acme') });
  const files = createFiles({ client, guard, log });
  return {
    files,
    asked,
    checkNewKey: (id?: string) =>
      findKeyScopes(
        { guard, createClient: createOwnClient },
        {
          ...(id !== undefined && { id }),
          url: server.url,
          key: 'phx_new',
          projects: [{ id: '1' }],
        },
      ),
    write: (reason?: vscode.TextDocumentSaveReason) =>
      files.writeFile(uriOf(cohort), Buffer.from(changed), { reason, isChecked: false }),
    agree: () => (isAgreed = true),
    protect: (now: string) => {
      marks = { protection: now };
      settingChanged.fire();
    },
    writes: () => server.received.map(({ method }) => method).filter((method) => method !== 'GET'),
    stop: async () => {
      files.dispose();
      await client.close();
      await server.close();
    },
  };
}

describe('a document in a protected project', () => {
  it('is read-only, with the reason, as long as its project is, and can be read', async () => {
    const { files, protect, stop } = await start('readOnly');
    const stat = async () => files.stat(uriOf(cohort));
    const first = await stat();
    assert.equal(first.permissions, vscode.FilePermission.Readonly);
    assert.equal(first.readonlyReason, '“Acme Inc. · Web” is protected as read-only.');
    assert.match(Buffer.from(await files.readFile(uriOf(cohort))).toString(), /properties/);
    protect('production');
    assert.equal((await stat()).permissions, undefined);
    protect('a typing error');
    assert.equal((await stat()).permissions, vscode.FilePermission.Readonly);
    await stop();
  });

  it('gets no empty change when a new key for its address is checked; another project does', async () => {
    for (const protection of ['readOnly', 'production', 'none']) {
      const { checkNewKey, writes, stop } = await start(protection);
      const another = await checkNewKey();
      const own = await checkNewKey('acme');
      assert.equal(writes().includes('PATCH'), protection === 'none', protection);
      // Says what was not checked, unless nothing can be changed anyway.
      assert.equal(another.isWriteUnknown, protection !== 'none', protection);
      assert.equal(own.isWriteUnknown, protection === 'production', protection);
      await stop();
    }
  });

  it('that is read-only refuses every write, says why, and sends nothing', async () => {
    const { write, writes, asked, stop } = await start('readOnly');
    for (const reason of [undefined, ...Object.values(vscode.TextDocumentSaveReason)])
      if (typeof reason !== 'string')
        await assert.rejects(
          write(reason),
          /“Acme Inc\. · Web” is protected as read-only, so nothing was sent/,
        );
    assert.deepEqual([writes(), asked], [[], []]);
    await stop();
  });

  it('in production is not sent by auto save, which cannot ask', async () => {
    const { write, writes, asked, stop } = await start('production');
    const { AfterDelay, FocusOut } = vscode.TextDocumentSaveReason;
    for (const reason of [AfterDelay, FocusOut])
      await assert.rejects(
        write(reason),
        /Auto Save does not send changes to “Acme Inc\. · Web” \(Production\). To save, choose File > Save/,
      );
    assert.deepEqual([writes(), asked], [[], []]);
    await stop();
  });

  it('in production is sent by a save that a person approved, and by no other', async () => {
    const { write, writes, asked, agree, stop } = await start('production');
    const { Manual } = vscode.TextDocumentSaveReason;
    await assert.rejects(write(Manual), /Nothing was sent to “Acme Inc\. · Web” \(Production\)/);
    await assert.rejects(write(), /Nothing was sent to “Acme Inc\. · Web” \(Production\)/); // another extension's write
    assert.deepEqual(writes(), []);
    agree();
    await write(Manual);
    assert.deepEqual(writes(), ['PATCH']);
    assert.deepEqual(
      asked,
      Array.from({ length: 3 }, () => 'save Acme Inc. · Web'),
    );
    await stop();
  });
});

describe('a document in a project without protection', () => {
  after(() => log.dispose());

  const autoSave = async (
    value: string | undefined,
    target: vscode.ConfigurationTarget,
    isOfLanguage = true,
  ) => {
    const scope = isOfLanguage ? { languageId } : undefined;
    const configuration = vscode.workspace.getConfiguration('files', scope);
    await configuration.update('autoSave', value, target, isOfLanguage);
  };
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const { AfterDelay, FocusOut } = vscode.TextDocumentSaveReason;

  it('is not sent by auto save that a workspace turns on, nor by one of other languages', async () => {
    const { write, writes, stop } = await start('none');
    await autoSave('afterDelay', Workspace);
    await autoSave('afterDelay', Global, false);
    try {
      for (const reason of [AfterDelay, FocusOut])
        await assert.rejects(
          write(reason),
          /Auto Save sends changes only if your user settings turn it on\. To save, choose File > Save\./,
        );
      assert.deepEqual(writes(), []);
      await write(vscode.TextDocumentSaveReason.Manual);
      assert.deepEqual(writes(), ['PATCH']);
    } finally {
      await autoSave(undefined, Workspace);
      await autoSave(undefined, Global, false);
      await stop();
    }
  });

  it('is sent by auto save that the person turns on for it', async () => {
    const { write, writes, stop } = await start('none');
    await autoSave('afterDelay', Global);
    try {
      await write(AfterDelay);
      assert.deepEqual(writes(), ['PATCH']);
    } finally {
      await autoSave(undefined, Global);
      await stop();
    }
  });
});

describe('the protection in the settings', () => {
  it('can be written by no workspace', async () => {
    const settings = vscode.workspace.getConfiguration('cohortDeck');
    const mine = [{ id: 'acme', url: 'https://acme.example', protection: 'readOnly' }];
    await settings.update('connections', mine, vscode.ConfigurationTarget.Global);
    try {
      const lifted = [{ id: 'acme', url: 'https://acme.example' }];
      for (const target of [vscode.ConfigurationTarget.Workspace, vscode.ConfigurationTarget.WorkspaceFolder])
        await assert.rejects(async () => settings.update('connections', lifted, target));
      assert.deepEqual(vscode.workspace.getConfiguration('cohortDeck').get('connections'), mine);
    } finally {
      await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});

describe('the question before tags change in production', () => {
  it('names what is added to each dashboard and what is removed from it, and the undo the other way around', async () => {
    const { asked, catalog, commands, createDashboard, elsewhere, history, stop } =
      await startTwoProjects('production');
    const refs = [await createDashboard('2', 'A'), await createDashboard('2', 'B')];
    for (const { id } of refs)
      await elsewhere.dashboards('2').updateText(id, JSON.stringify({ tags: ['old', 'theirs'] }));
    const nodes = refs.map(recordNode);
    const edit: (...args: readonly unknown[]) => Promise<unknown> = commands['cohortDeck.editTags'];
    asked.length = 0;
    await edit(nodes[0], [nodes[0]], 'theirs, new, newer', 'old, theirs');
    await history.undo();
    for (const { ref } of nodes) await catalog.retrieve(ref);
    await edit(nodes[0], nodes, 'theirs, new');
    assert.deepEqual(asked, [
      'Dashboard “A”\nAdd “new”, “newer”\nRemove “old”',
      'Dashboard “A”\nAdd “old”\nRemove “new”, “newer”',
      'Dashboard “A”: Add “new”; Remove “old”\nDashboard “B”: Add “new”; Remove “old”',
    ]);
    await stop();
  });
});

describe('a tree while the protections cannot be read', () => {
  it('says read-only, as the guard does, and offers nothing that writes', async () => {
    const { tree, connections, guard, protectionFile, dispose } = createTree(() =>
      Promise.reject(new Error('nothing is requested')),
    );
    await connections.change(setProtection('acme', undefined, 'production'));
    await eventually('the file', async () => (await readFile(protectionFile, 'utf8')).includes('production'));
    const nodes = [connectionNode('acme'), projectNode({ connectionId: 'acme', projectId: '1' })];
    const shown = () =>
      nodes.map((node) => {
        const { description, resourceUri, contextValue = '' } = tree.getTreeItem(node);
        return [description, resourceUri?.query, contextValue.split(' ').includes('writable')];
      });
    assert.deepEqual(shown(), [
      ['production', 'production', true],
      ['production · acme.test', 'production', true],
    ]);
    const redrawn = new Promise((resolve) => void tree.onDidChangeTreeData(resolve));
    await writeFile(protectionFile, '{');
    assert.throws(() => guard.forConnection('acme').check('1', new WriteApproval()), { kind: 'readOnly' });
    await redrawn;
    assert.deepEqual(shown(), [
      ['read-only', 'readOnly', false],
      ['read-only · acme.test', 'readOnly', false],
    ]);
    dispose();
  });
});
