// When the tree's filter asks who the person is.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { CommandTargets } from '#commands/commandTargets.ts';
import { createFilterCommands } from '#commands/filterCommands.ts';
import { RecentRecords } from '#model/records/recentRecords.ts';
import { parseFilter } from '#model/records/recordFilter.ts';
import { json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { cohortRecords, createMemory, createTree, list } from './createTree.ts';

const press = {
  enter: () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem'),
  escape: () => vscode.commands.executeCommand('workbench.action.closeQuickOpen'),
};

async function start() {
  const results = cohortRecords(2).map((cohort) => ({ ...cohort, created_by: { id: 1, first_name: 'Ann' } }));
  const server = await startMisbehaving(() => json({ count: 2, next: null, previous: null, results }));
  const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
  const parts = createTree(async () => client);
  const ownUsers = createMemory();
  const closing = new AbortController();
  const recents = new RecentRecords(createMemory());
  const commands = createFilterCommands({
    ...parts,
    ownUsers,
    closing: closing.signal,
    isTreeVisible: () => true,
    targets: new CommandTargets(parts.connections, parts.catalog, () => [], recents),
  });
  const stop = async () => {
    closing.abort();
    parts.dispose();
    await client.close();
    await server.close();
  };
  return { ...parts, ownUsers, filter: commands['cohortDeck.filter'], stop };
}

/** Each box takes a key once it is shown. */
async function pressUntilEnd(running: Promise<void>, pressKey: () => Thenable<unknown>): Promise<void> {
  const ended = running.then(() => 'ended');
  let outcome: unknown;
  do outcome = await Promise.race([ended, pressKey()]);
  while (outcome !== 'ended');
}

describe('the filter of the person’s own records', () => {
  it('asks who the person is once it is accepted, and not if Escape closes its box', async () => {
    const { catalog, shown, ownUsers, filter, stop } = await start();
    await catalog.load(list);
    shown.setFilter(parseFilter('@mine', Date.now()));
    await pressUntilEnd(filter(), press.escape);
    assert.equal(ownUsers.read(), undefined);
    await pressUntilEnd(filter(), press.enter);
    assert.deepEqual(ownUsers.read(), {
      users: {
        acme: { id: 1, first_name: 'Ann', uuid: undefined, distinct_id: undefined, email: undefined },
      },
      made: [],
    });
    await stop();
  });
});
