// When the tree's filter asks who the person is, and what Enter does with a filter that is not understood.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { CommandTargets } from '#commands/targets/commandTargets.ts';
import { createTreeFilterCommands } from '#commands/treeFilterCommands.ts';
import { CohortDetails } from '#model/records/cohortDetails.ts';
import { OwnUsers } from '#model/records/search/ownUsers.ts';
import { RecentRecords } from '#model/records/localPins.ts';
import { findMistake, parseFilter } from '#model/records/search/treeFilter.ts';
import { type DeckNode, recordNode } from '#model/records/treeNodes.ts';
import { registerTreeFilterMessage } from '#views/treeFilterMessage.ts';
import { html, json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { cohortRecords, createTree, list } from './createTree.ts';
import { createMemory } from '../stored.ts';

const press = {
  enter: () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem'),
  down: () => vscode.commands.executeCommand('workbench.action.quickOpenSelectNext'),
  escape: () => vscode.commands.executeCommand('workbench.action.closeQuickOpen'),
};

/** @param user what the service says of the person whose key it is */
async function start(user?: object) {
  const results = cohortRecords(2).map((cohort) => ({ ...cohort, created_by: { id: 1, first_name: 'Ann' } }));
  const page = { count: 2, next: null, previous: null, results };
  const server = await startMisbehaving(({ url }) =>
    url.startsWith('/api/users/') ? (user ? json(user) : html(404)) : json(page),
  );
  const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
  const parts = createTree(async () => client);
  const kept = createMemory();
  const ownUsers = new OwnUsers(kept, parts, assert.ifError);
  const recents = new RecentRecords(createMemory());
  const revealed: DeckNode[] = [];
  const log = vscode.window.createOutputChannel('Filter of the tree', { log: true });
  const commands = createTreeFilterCommands({
    ...parts,
    log,
    reveal: async (node) => void revealed.push(node),
    ownUsers,
    details: async () => new CohortDetails(async () => client, assert.ifError),
    isTreeVisible: () => true,
    targets: new CommandTargets(parts.connections, parts.catalog, () => [], recents, { all: [] }),
  });
  const stop = async () => {
    ownUsers.dispose();
    log.dispose();
    parts.dispose();
    await client.close();
    await server.close();
  };
  const { 'cohortDeck.filter': filter, 'cohortDeck.clearFilter': clear } = commands;
  return { ...parts, kept, revealed, filter, clear, stop };
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
    const { catalog, shown, kept, filter, stop } = await start();
    await catalog.load(list);
    shown.setFilter(parseFilter('@mine', Date.now()));
    await pressUntilEnd(filter(), press.escape);
    assert.equal(kept.read(), undefined);
    await pressUntilEnd(filter(), press.enter);
    assert.deepEqual(kept.read(), {
      users: {
        acme: { id: 1, first_name: 'Ann', uuid: undefined, distinct_id: undefined, email: undefined },
      },
      made: [],
    });
    await stop();
  });
});

describe('the filter of the person’s own records, on a service that says whose key it is', () => {
  it('asks nobody', async () => {
    const { catalog, shown, kept, filter, stop } = await start({ uuid: 'u-1', email: 'ann@shop.example' });
    await catalog.load(list);
    shown.setFilter(parseFilter('@mine', Date.now()));
    await pressUntilEnd(filter(), press.enter);
    const me = { uuid: 'u-1', email: 'ann@shop.example' };
    const rest = { id: undefined, first_name: undefined, distinct_id: undefined };
    assert.deepEqual(kept.read(), { users: { acme: { ...me, ...rest } }, made: [] });
    await stop();
  });
});

describe('the filter of the tree', () => {
  it('is the one from before if Escape closes its box while another one is not complete', async () => {
    const { catalog, shown, filter, stop } = await start();
    await catalog.load(list);
    const before = parseFilter('cohort', Date.now());
    shown.setFilter(before);
    const running = filter();
    await vscode.commands.executeCommand('setContext', 'cohortDeck.test', true); // the box is shown after it
    for (let row = 0; row < 5; row++) await press.down();
    await press.enter();
    await eventually('the completion', async () => shown.filter?.text === 'cohort @tag:');
    await pressUntilEnd(running, press.escape);
    assert.equal(shown.filter, before);
    await stop();
  });

  it('is offered by an empty box after it was cleared, and applied at once', async () => {
    const { catalog, shown, filter, clear, stop } = await start();
    await catalog.load(list);
    const text = () => shown.filter?.text;
    shown.setFilter(parseFilter('cohort 2', Date.now()));
    await clear();
    assert.equal(text(), undefined);
    const running = filter();
    await vscode.commands.executeCommand('setContext', 'cohortDeck.test', true); // the box is shown after it
    await press.down();
    await press.enter();
    await running;
    assert.equal(text(), 'cohort 2');
    await stop();
  });

  it('leads to the record with the focus in the whole list once it is cleared', async () => {
    const { catalog, shown, revealed, clear, stop } = await start();
    const [, second] = (await catalog.load(list)).records;
    assert.ok(second);
    const found = recordNode({ ...list, id: second.id });
    shown.setFilter(parseFilter('cohort 2', Date.now()));
    await clear(found, []);
    assert.deepEqual([shown.filter, revealed], [undefined, [found]]);
    await clear(recordNode({ ...list, id: 99 }), []); // of a record that is no longer there
    await clear(found, [recordNode({ ...list, id: 99 }), found]); // the selection stays
    assert.deepEqual(revealed, [found]);
    await stop();
  });

  it('is shown above the tree, with its invalid part and what is valid', async () => {
    const { catalog, shown, stop } = await start();
    await catalog.load(list);
    const view = { message: '' };
    const state = registerTreeFilterMessage(view, shown);
    const messages = {
      'cohort @changed:7d': '0 of 2 · cohort @changed:7d',
      'cohort @changed:soon':
        '2 of 2 · cohort @changed:soon · Invalid filter “@changed:soon”. Use, for example, @changed:7d.',
      'cohort @size:3':
        '2 of 2 · cohort @size:3 · Unknown filter “@size:3”. Available filters: @mine, @pinned, @static, @failed, @tag:, @owner:, and @changed:.',
    };
    for (const [text, message] of Object.entries(messages)) {
      shown.setFilter(parseFilter(text, Date.now()));
      await eventually(message, async () => view.message === message);
    }
    state.dispose();
    await stop();
  });

  it('is accepted by Enter if nothing could complete it, and ignores its invalid parts', async () => {
    const { catalog, shown, filter, stop } = await start();
    await catalog.load(list);
    for (const text of ['@changed:soon', '@tag: cohort']) {
      shown.setFilter({ ...parseFilter(text, Date.now()), isTyped: true });
      await pressUntilEnd(filter(), press.enter);
      assert.equal(shown.filter?.text, text);
      assert.ok(findMistake(shown.filter), 'nothing is being typed any more');
    }
    await stop();
  });
});
