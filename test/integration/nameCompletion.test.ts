import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { type NameCompletionDeps, suggestNames } from '#editors/filters/nameCompletion.ts';
import { Catalog } from '#model/records/catalog.ts';
import { Trash } from '#model/records/trash.ts';
import { ProjectNames } from '#editors/filters/projectNames.ts';
import { RequestedNames } from '#editors/filters/requestedNames.ts';
import { fault, json } from '../misbehaving/acts.ts';
import { createListing } from '../misbehaving/listing.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { cohortRecords, createMemory, list } from './createTree.ts';

const text = '{"properties": {"values": [{"type": "cohort", "value": |}]}}';
const cohorts = cohortRecords(2000);

describe('cohorts that are suggested in a text', () => {
  async function suggest(): Promise<vscode.CompletionList | undefined> {
    const server = await startMisbehaving(createListing(cohorts));
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const trash = new Trash(createMemory());
    const catalog = new Catalog({
      openClient: async () => client,
      trash,
      pageSize: () => 100,
      now: Date.now,
    });
    const deps: NameCompletionDeps = { catalog, seenValues: new Map(), loadNames: async () => undefined };
    const document = await vscode.workspace.openTextDocument({ content: text.replace('|', '') });
    const position = document.positionAt(text.indexOf('|'));
    // What has not come in time is there the next time; the suite's own time limit bounds it.
    let suggested: vscode.CompletionList | undefined;
    do suggested = await suggestNames(deps, { ...list, id: 7 }, document, position);
    while (suggested?.isIncomplete);
    assert.ok(server.received.length <= 4, `${server.received.length} requests`);
    await client.close();
    await server.close();
    return suggested;
  }

  it('are all of the project’s, with their counts, without the cohort whose text it is', async () => {
    const items = (await suggest())?.items ?? [];
    assert.deepEqual(
      items.map(({ insertText }) => Number(insertText)),
      cohorts.map(({ id }) => id).filter((id) => id !== 7),
    );
    assert.deepEqual(items[1]?.label, { label: 'Cohort 2', description: '#2 · 1 person' });
    assert.deepEqual(items.at(-1)?.label, { label: 'Cohort 2000', description: '#2000 · 1,999 persons' });
  });
});

describe('the name of a cohort that cannot be read', () => {
  it('keeps no other one from the page, and is requested again', async () => {
    let isFailing = true;
    const server = await startMisbehaving(({ url }) => {
      const id = Number(/(\d+)\/$/.exec(url)?.[1]);
      return isFailing && id === 2 ? fault(403, 'permission_denied', 'no') : json(cohorts[id - 1] ?? {});
    });
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const trash = new Trash(createMemory());
    const openClient = async () => client;
    const catalog = new Catalog({ openClient, trash, pageSize: () => 100, now: Date.now });
    const named = new Set<string>();
    const errors: unknown[] = [];
    const names = new RequestedNames(new ProjectNames(catalog, { ...list, id: 7 }, new Map()), {
      onNames: (message) => message.cohorts.forEach(({ name }) => named.add(name)),
      onError: (error) => errors.push(error),
    });
    await names.request([1, 2, 3]);
    assert.deepEqual([[...named].toSorted(), errors.length], [['Cohort 1', 'Cohort 3'], 1]);
    isFailing = false;
    const before = server.received.length;
    await names.retry();
    await names.retry(); // nothing is left
    assert.ok(named.has('Cohort 2'));
    assert.equal(server.received.length, before + 1);
    await client.close();
    await server.close();
  });
});
