import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { completionsAt } from '#editors/filters/completionsAt.ts';
import { type NameCompletionDeps, suggestNames } from '#editors/filters/nameCompletion.ts';
import { SuggestedNames } from '#editors/filters/suggestedNames.ts';
import { MissingCohortNames } from '#editors/filters/missingCohortNames.ts';
import { fault, held, json } from '../misbehaving/acts.ts';
import { createListing } from '../misbehaving/listing.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { cohortRecords, list } from './createTree.ts';
import { createCatalog } from '../models.ts';

const text = '{"properties": {"values": [{"type": "cohort", "value": |}]}}';
const cohorts = cohortRecords(2000);

describe('cohorts that are suggested in a text', () => {
  async function start(responding: Promise<unknown>, listing = createListing(cohorts)) {
    const server = await startMisbehaving((request, index) => held(listing(request, index), responding));
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const catalog = createCatalog({ openClient: async () => client });
    const deps: NameCompletionDeps = { catalog, seenValues: new Map(), loadNames: async () => undefined };
    const document = await vscode.workspace.openTextDocument({ content: text.replace('|', '') });
    const position = document.positionAt(text.indexOf('|'));
    return {
      received: server.received,
      suggest: () => suggestNames(deps, { ...list, id: 7 }, document, position),
      stop: async () => {
        await client.close();
        await server.close();
      },
    };
  }

  /** What has not come in time is there the next time; the suite's own time limit bounds it. */
  async function suggestAll({ suggest }: Awaited<ReturnType<typeof start>>) {
    let suggested: vscode.CompletionList | undefined;
    do suggested = await suggest();
    while (suggested?.isIncomplete);
    return suggested?.items ?? [];
  }

  it('are all of the project’s, with their counts, without the cohort whose text it is', async () => {
    const started = await start(Promise.resolve());
    const items = await suggestAll(started);
    assert.ok(started.received.length <= 4, `${started.received.length} requests`);
    assert.deepEqual(
      items.map(({ insertText }) => Number(insertText)),
      cohorts.map(({ id }) => id).filter((id) => id !== 7),
    );
    assert.deepEqual(items[1]?.label, { label: 'Cohort 2', description: '#2 · 1 person' });
    assert.deepEqual(items.at(-1)?.label, { label: 'Cohort 2000', description: '#2000 · 1,999 persons' });
    await started.stop();
  });

  it('do not wait for a service that does not respond, and are suggested once it does', async () => {
    const response = Promise.withResolvers<void>();
    const started = await start(response.promise);
    const early = await started.suggest();
    assert.deepEqual([early?.items, early?.isIncomplete], [[], true]);
    response.resolve();
    assert.equal((await suggestAll(started)).length, cohorts.length - 1);
    await started.stop();
  });

  it('are complete once a service repeats a page', async () => {
    const listing = createListing(cohorts);
    const repeat: typeof listing = ({ url, ...request }, index) =>
      listing({ ...request, url: url.replace(/offset=\d+/, 'offset=0') }, index);
    const started = await start(Promise.resolve(), repeat);
    assert.equal((await suggestAll(started)).length, 999);
    await started.stop();
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
    const catalog = createCatalog({ openClient: async () => client });
    const named = new Set<string>();
    const errors: unknown[] = [];
    const names = new MissingCohortNames(new SuggestedNames(catalog, { ...list, id: 7 }, new Map()), {
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

describe('suggestions that JSON support has no order for', () => {
  /** What the page gets at the `|`, where a provider has these items, as JSON support has those of a schema. */
  async function suggestedAt(marked: string, items: readonly string[]): Promise<readonly string[]> {
    const at = marked.indexOf('|');
    const content = marked.replace('|', '');
    const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
    const position = document.positionAt(at);
    const quote = document.positionAt(content.lastIndexOf('"', at - 1));
    const range = content.charAt(at - 1) === '"' ? new vscode.Range(quote, position) : undefined;
    const provider = vscode.languages.registerCompletionItemProvider(
      { language: 'plaintext' },
      {
        provideCompletionItems: () =>
          items.map((label) => {
            const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Value);
            if (range) item.range = range;
            return item;
          }),
      },
    );
    const { version } = document;
    const answer = await completionsAt(document, { id: 1, version, position });
    provider.dispose();
    return answer.type === 'completions' ? answer.choices.map(({ label }) => label) : [];
  }

  it('begin with the usual operators, and end with those of versions', async () => {
    const shuffled = ['"between"', '"semver_gt"', '"exact"', '"icontains"'];
    const ordered = ['"exact"', '"icontains"', '"between"', '"semver_gt"'];
    assert.deepEqual(await suggestedAt('{"operator": |}', shuffled), ordered);
  });

  it('have no false, true or null inside a quote, and have them elsewhere', async () => {
    const items = ['"a"', 'false', 'null', 'true', '12'];
    assert.deepEqual(await suggestedAt('{"value": "|"}', items), ['"a"', '12']);
    assert.deepEqual(await suggestedAt('{"value": |}', items), ['"a"', '12', 'false', 'null', 'true']);
  });
});

describe('values that are suggested in a text', () => {
  it('are those that persons have, for a value and for each in a list', async () => {
    const catalog = createCatalog({ openClient: () => assert.fail('nothing is requested') });
    const seenValues = new Map([['acme/1', new Map([['plan', new Set(['free', 'false'])]])]]);
    const deps: NameCompletionDeps = { catalog, seenValues, loadNames: async () => undefined };
    for (const marked of ['{"value": "|", "key": "plan"}', '{"key": "plan", "value": ["free", "|"]}']) {
      const document = await vscode.workspace.openTextDocument({ content: marked.replace('|', '') });
      const suggested = await suggestNames(
        deps,
        { ...list, id: 7 },
        document,
        document.positionAt(marked.indexOf('|')),
      );
      assert.deepEqual(
        suggested?.items.map(({ insertText }) => insertText),
        ['"free"', '"false"'],
        marked,
      );
    }
  });
});
