// What reaches the service of each command that writes, by the protection of its project. A command that writes and is not
// in the table does not compile.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { brokenText } from '#commands/records/deleteCommands.ts';
import { createClient } from '#api/client.ts';
import type { Dashboard } from '#api/responseSchemas.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import type { CommandTable } from '#manifest.ts';
import { setProtection } from '#model/connections/connectionEdits.ts';
import type { Protection } from '#model/connections/protection.ts';
import { type WriteAction } from '#model/connections/writeGuard.ts';
import type { ListRef, RecordKind, RecordRef } from '#model/records/recordRef.ts';
import { listNode, type NodeOf, recordNode, tileNode, trashedNode } from '#model/records/treeNodes.ts';
import { type Listening } from '#sandbox/server.ts';
import { type CountingProxy, startCountingProxy } from '../contract/model/countingProxy.ts';
import { type WritingCommandId, writingCommandIds } from '../writingCommands.ts';
import { createFiles } from './createFiles.ts';
import { untilBoxCloses, withFirstPicks } from './firstPick.ts';
import { uriOf } from './sampleData.ts';
import { createCommandWindow } from './commandWindow.ts';
import { startService } from '../startService.ts';

/** The state of the project, what a person answers, and the result. */
interface Situation {
  readonly protection: Protection | undefined;
  readonly agrees: boolean;
  readonly writes: 0 | 1;
  readonly questions: 0 | 1;
}

const situations: Readonly<Record<string, Situation>> = {
  'has no protection': { protection: undefined, agrees: false, writes: 1, questions: 0 },
  'is in production, after a yes': { protection: 'production', agrees: true, writes: 1, questions: 1 },
  'is in production, after a no': { protection: 'production', agrees: false, writes: 0, questions: 1 },
  'is read-only': { protection: 'readOnly', agrees: true, writes: 0, questions: 0 },
};

const list = (kind: RecordKind, projectId = '1'): ListRef => ({ connectionId: 'acme', projectId, kind });
const filters = { properties: { type: 'AND', values: [] } };

let count = 0;
const name = () => `Protected ${++count}`;

/** Everything between a command and the service, for one command. */
type Stage = ReturnType<typeof createStage>;

/** Creates what the command needs, in a project without protection. @returns the arguments of the command */
type Prepare = (stage: Stage) => Promise<readonly unknown[]>;

const table: Readonly<Record<WritingCommandId, Prepare>> = {
  'cohortDeck.createDashboard': async () => [listNode(list('dashboard')), undefined, name()],
  'cohortDeck.createCohort': async () => [listNode(list('cohort')), undefined, name()],
  'cohortDeck.createCohortFrom': async (stage) => [await stage.newNode('cohort'), undefined, name()],
  'cohortDeck.rename': async (stage) => [await stage.newNode('cohort'), undefined, name()],
  'cohortDeck.editDescription': async (stage) => [await stage.newNode('dashboard'), undefined, 'Described'],
  'cohortDeck.editTags': async (stage) => [await stage.newNode('dashboard'), undefined, 'weekly'],
  'cohortDeck.setEditAccess': async (stage) => {
    const { ref } = await stage.newNode('dashboard');
    await stage.owner.dashboards('1').updateText(ref.id, JSON.stringify({ restriction_level: 37 }));
    return [recordNode(ref)];
  },
  'cohortDeck.recalculate': async (stage) => [await stage.newNode('cohort')],
  'cohortDeck.addPersons': async (stage) => {
    const { node, persons } = await stage.newStatic();
    return [node, undefined, { persons }];
  },
  'cohortDeck.removePersons': async (stage) => {
    const { node, persons } = await stage.newStatic();
    await stage.owner.cohorts('1').addPersons(node.ref.id, persons);
    return [node, undefined, { persons }];
  },
  'cohortDeck.pin': async (stage) => [await stage.newNode('dashboard')],
  'cohortDeck.unpin': async (stage) => {
    const { ref } = await stage.newNode('dashboard');
    await stage.owner.dashboards('1').updateText(ref.id, JSON.stringify({ pinned: true }));
    return [recordNode(ref)];
  },
  'cohortDeck.duplicate': async (stage) => [await stage.newNode('cohort')],
  'cohortDeck.copyTo': async (stage) => [await stage.newNode('cohort', '2')],
  'cohortDeck.delete': async (stage) => [await stage.newNode('dashboard')],
  'cohortDeck.restore': async (stage) => {
    const node = await stage.newNode('cohort');
    await stage.commands['cohortDeck.delete'](node);
    return [trashedNode(node.ref)];
  },
  'cohortDeck.undo': async (stage) => {
    await stage.commands['cohortDeck.rename'](await stage.newNode('cohort'), undefined, name());
    return [];
  },
  'cohortDeck.redo': async (stage) => {
    await stage.commands['cohortDeck.rename'](await stage.newNode('cohort'), undefined, name());
    await stage.commands['cohortDeck.undo']();
    return [];
  },
  'cohortDeck.moveTile': async (stage) => {
    const { results } = await stage.owner.dashboards('1').list();
    const dashboards = await Promise.all(results.map(({ id }) => stage.owner.dashboards('1').retrieve(id)));
    const from = dashboards.find((dashboard) => tileIds(dashboard).length > 0);
    assert.ok(from);
    const [tileId = 0] = tileIds(from);
    return [tileNode({ ...list('dashboard'), id: from.id }, tileId), await stage.newNode('dashboard')];
  },
  'cohortDeck.retryFailedChanges': async (stage) => {
    const node = await stage.newNode('cohort');
    await stage.refusing(() => stage.commands['cohortDeck.rename'](node, undefined, name()));
    assert.equal(stage.retries.changes.length, 1);
    return ['acme'];
  },
};

/** Those that open a box with the given text after a no. */
const opensAgain: ReadonlySet<WritingCommandId> = new Set([
  'cohortDeck.createDashboard',
  'cohortDeck.createCohort',
  'cohortDeck.createCohortFrom',
  'cohortDeck.rename',
  'cohortDeck.editDescription',
  'cohortDeck.editTags',
]);

/** What a person is asked about. One that is added without a line here does not compile. */
const askedAbout: Readonly<Record<WriteAction, 'by a command' | 'by a save' | 'after another dialog'>> = {
  create: 'by a command',
  rename: 'by a command',
  editDescription: 'by a command',
  editTags: 'by a command',
  setEditAccess: 'by a command',
  pin: 'by a command',
  unpin: 'by a command',
  delete: 'by a command',
  restore: 'by a command',
  moveTile: 'by a command',
  recalculate: 'by a command',
  addPersons: 'by a command',
  removePersons: 'by a command',
  save: 'by a save',
  restoreAndSave: 'after another dialog',
};

describe('a project', () => {
  let service: Listening;
  let proxy: CountingProxy;
  const asked = new Set<WriteAction>();

  before(async () => {
    service = await startService({ persons: 50 });
    proxy = await startCountingProxy(service.url);
  });
  after(async () => {
    await proxy.close();
    await service.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors'); // of the cohorts that were created
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  /** @returns what reached the service of it, and how often a person was asked */
  async function attempt(
    { protection, agrees }: Situation,
    prepare: (stage: Stage) => Promise<() => Promise<unknown>>,
  ) {
    const stage = createStage(service, proxy.url);
    const write = await prepare(stage);
    await stage.connections.change(setProtection('acme', '1', protection));
    const questions = stage.answer(agrees);
    proxy.takeMethods();
    const [outcome] = await Promise.allSettled([write()]);
    await stage.client.cohorts('1').list(); // what was sent before it has arrived
    const writes = proxy.takeMethods().filter((method) => method !== 'GET');
    for (const action of questions) asked.add(action);
    await stage.dispose();
    return { outcome, writes, questions };
  }

  const kinds: Readonly<Record<string, (stage: Stage) => Promise<() => Promise<unknown>>>> = {
    ...Object.fromEntries(
      writingCommandIds.map((id) => [
        id,
        async (stage: Stage) => {
          const args = await table[id](stage);
          const end = opensAgain.has(id) ? untilBoxCloses : withFirstPicks;
          return async () => end(Promise.resolve(stage.commands[id](...args)));
        },
      ]),
    ),
    'the save of a document': async (stage) => {
      const { ref } = await stage.newNode('cohort');
      const files = createFiles({ client: stage.client, guard: stage.guard, log: stage.log });
      const save = { reason: vscode.TextDocumentSaveReason.Manual, isChecked: false };
      const text = Buffer.from('{"properties": {"type": "OR", "values": []}}');
      return () => files.writeFile(uriOf(ref), text, save).finally(() => files.dispose());
    },
  };

  for (const [kind, prepare] of Object.entries(kinds)) {
    for (const [state, situation] of Object.entries(situations)) {
      it(`gets ${situation.writes === 1 ? 'one write' : 'nothing'} of ${kind} where it ${state}`, async () => {
        const { outcome, writes, questions } = await attempt(situation, prepare);
        assert.equal(writes.length, situation.writes, `${writes.join()} ${outcome.status}`);
        assert.equal(questions.length, situation.questions);
        if (situation.writes === 1) assert.equal(outcome.status, 'fulfilled');
      });
    }
  }

  it('says before a delete which feature flags and other cohorts use a cohort, loaded or not', async () => {
    const stage = createStage(service, proxy.url);
    const cohorts = stage.owner.cohorts('1');
    const paying = (await cohorts.list()).results.find((cohort) => cohort.name === 'Paying shops');
    assert.ok(paying);
    const properties = { type: 'AND', values: [{ type: 'cohort', key: 'id', value: paying.id }] };
    const { id } = await cohorts.createText(JSON.stringify({ name: 'Of paying', filters: { properties } }));
    const [own, other] = [paying.id, id].map((one) => recordNode({ ...list('cohort'), id: one }));
    const uses = await cohorts.uses(paying.id);
    const others = uses.users.filter((user) => user.kind !== 'featureFlag').map((user) => user.name);
    assert.ok(others.includes('Of paying'));
    await stage.connections.change(setProtection('acme', '1', 'production'));
    stage.answer(false);
    const linesOf = async (...args: readonly unknown[]) => {
      await Promise.allSettled([stage.commands['cohortDeck.delete'](...args)]);
      const lines = stage.asked.at(-1)?.split('\n') ?? [];
      const users = lines.find((line) => line.startsWith('Used by: ')) ?? '';
      const names = Array.from(users.matchAll(/“([^”]+)”/g), ([, one = '']) => one).toSorted();
      return [lines.some((line) => line.startsWith('Feature flags use ')), names];
    };
    assert.deepEqual(await linesOf(own), [true, others.toSorted()]);
    await stage.catalog.loadWhole(list('cohort'), () => true);
    assert.deepEqual(await linesOf(own), [true, others.toSorted()]);
    assert.deepEqual(await linesOf(own, [own, other]), [
      true,
      others.filter((one) => one !== 'Of paying').toSorted(),
    ]);
    service.inject('status=404;path=/used_in'); // it has no such path
    assert.match(String(await linesOf(own)), /^false,.*Of paying/);
    service.inject('');
    await stage.dispose();
  });

  it('says before a delete that more use a cohort than the service names', () => {
    const none = { flags: [], others: [], more: 0, unknown: 0, all: 1 };
    assert.equal(brokenText(none), '');
    assert.equal(
      brokenText({ ...none, flags: ['“a”', '“b”'], more: 3 }),
      'Feature flags use it and would break: “a”, “b”.\nUses that the service does not name: 3. They may be feature flags.',
    );
    assert.equal(
      brokenText({ ...none, flags: ['“a”'], others: ['“c”'], more: 3 }),
      'Feature flags use it and would break: “a”.\nUsed by: “c”\nUses that the service does not name: 3. They may be feature flags.',
    );
    assert.equal(
      brokenText({ ...none, more: 3, all: 5 }),
      'Uses that the service does not name: 3. They may be feature flags.',
    );
  });

  it('sees each question of the guard in a case above, except the one after another dialog', () => {
    const expected = Object.entries(askedAbout).filter(([, how]) => how !== 'after another dialog');
    assert.deepEqual([...asked].toSorted(), expected.map(([action]) => action).toSorted());
  });
});

/** @param url of the service, where what it gets is counted */
function createStage(service: Listening, url: string) {
  const questions: WriteAction[] = [];
  const asked: string[] = [];
  let agrees = false;
  const window = createCommandWindow({
    url,
    key: service.key,
    connection: { name: 'Acme', url, projects: [{ id: '1' }, { id: '2' }] },
    confirm: async ({ action, detail }) => {
      questions.push(action);
      asked.push(detail);
      return agrees;
    },
  });
  const owner = createClient({ baseUrl: service.url, key: service.key });
  const commands: Pick<CommandTable, WritingCommandId> = window.commands;
  return {
    ...window,
    asked,
    owner,
    commands,
    newNode: (kind: RecordKind, projectId = '1') => newNode(owner, kind, projectId),
    /** A static cohort without persons, and a person of its project. */
    newStatic: async () => {
      const cohorts = owner.cohorts('1');
      const { id } = await cohorts.createText(JSON.stringify({ name: name(), is_static: true }));
      const [largest] = (await cohorts.list()).results.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0));
      assert.ok(largest);
      const { results } = await cohorts.persons(largest.id, { limit: 1 });
      const node = recordNode({ ...list('cohort'), id });
      return { node, persons: results.map((person) => person.id) };
    },
    /** The service fails every change meanwhile. */
    refusing: async (run: () => unknown) => {
      service.inject('status=500;method=PATCH');
      await run();
      service.inject('');
    },
    /** @returns what is asked from now on */
    answer: (wanted: boolean) => {
      agrees = wanted;
      questions.length = 0;
      return questions;
    },
    dispose: async () => {
      await window.dispose();
      await owner.close();
    },
  };
}

async function newNode(owner: ApiClient, kind: RecordKind, projectId: string): Promise<NodeOf<'record'>> {
  const { id } =
    kind === 'cohort'
      ? await owner.cohorts(projectId).createText(JSON.stringify({ name: name(), filters }))
      : await owner.dashboards(projectId).createText(JSON.stringify({ name: name() }));
  return recordNode({ ...list(kind, projectId), id } satisfies RecordRef);
}

function tileIds({ tiles }: Dashboard): readonly number[] {
  return Array.isArray(tiles) ? tiles.map(({ id }) => id) : [];
}
