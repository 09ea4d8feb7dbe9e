// Copy Persons’ Emails or IDs: what is on the clipboard, and the offer that follows formulas.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { CommandTargets } from '#commands/targets/commandTargets.ts';
import { copyPersonsToClipboard } from '#commands/exports/copyPersonsToClipboard.ts';
import { RecentRecords } from '#model/records/localPins.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { Trash } from '#model/records/trash.ts';
import { json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { withFirstPicks } from './firstPick.ts';
import { watchMessages } from './openMessages.ts';
import { createConnections } from './startCommands.ts';
import { createMemory } from '../stored.ts';
import { createCatalog } from '../models.ts';

describe('the emails of a cohort’s persons', () => {
  it('are a line each, and those that a spreadsheet would run can be copied as text', async () => {
    const emails = ['=1+1@a.test', 'two\nlines@a.test', 'plain@a.test'];
    const results = emails.map((email, at) => ({ id: `${at}`, distinct_ids: [], properties: { email } }));
    const server = await startMisbehaving(({ url }) =>
      json(url.includes('/persons/') ? { results, next: null } : { id: 7, name: 'Seven', count: 3 }),
    );
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const trash = new Trash(createMemory());
    const catalog = createCatalog({ openClient: async () => client, trash });
    const { connections } = createConnections();
    const recents = new RecentRecords(createMemory());
    const targets = new CommandTargets(connections, catalog, () => [], recents, trash);
    const messages = await watchMessages();
    const ref = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 7 } as const;
    const clients = { open: async () => client };
    await withFirstPicks(copyPersonsToClipboard({ catalog, clients, targets }, [recordNode(ref)]));
    assert.equal(await vscode.env.clipboard.readText(), '=1+1@a.test\n"two\nlines@a.test"\nplain@a.test');
    await messages.press(await messages.next(), 0);
    await messages.waitForNone();
    assert.equal(await vscode.env.clipboard.readText(), '\'=1+1@a.test\n"two\nlines@a.test"\nplain@a.test');
    await client.close();
    await server.close();
  });
});
