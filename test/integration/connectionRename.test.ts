// A new name of a connection, and its undo.
import assert from 'node:assert/strict';
import { createRename } from '#commands/connections/connectionCommands.ts';
import { renameConnection } from '#model/connections/connectionEdits.ts';
import { Connections } from '#model/connections/connections.ts';
import { createSetting } from '../stored.ts';

function start() {
  const entry = { id: 'acme', name: 'Acme', url: 'https://acme.test', projects: [{ id: '1' }] };
  const connections = new Connections(createSetting([entry]));
  return { connections, rename: createRename(connections, { ...entry }, 'Shops') };
}

describe('the rename of a connection', () => {
  it('is undone and redone', async () => {
    const { connections, rename } = start();
    await rename.redo();
    assert.equal(connections.get('acme')?.name, 'Shops');
    await rename.undo();
    assert.equal(connections.get('acme')?.name, 'Acme');
  });

  it('is not undone where the connection has another name since', async () => {
    const { connections, rename } = start();
    await rename.redo();
    await connections.change(renameConnection('acme', 'Theirs'));
    await assert.rejects(rename.undo(), { message: 'It has been renamed to “Theirs” since.' });
    assert.equal(connections.get('acme')?.name, 'Theirs');
  });

  it('says why it cannot be undone', async () => {
    const { connections, rename } = start();
    await rename.redo();
    await connections.change(() => [{ id: 'acme', name: 'Shops', url: 'no address' }]);
    await assert.rejects(rename.undo(), /^UserError: The entry of “Shops” in the settings has an error/);
    await connections.change(() => []);
    await assert.rejects(rename.undo(), /^UserError: “Shops” was removed/);
  });
});
