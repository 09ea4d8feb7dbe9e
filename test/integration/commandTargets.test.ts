// What a command acts on where nothing was clicked or selected, and how that is named.
import assert from 'node:assert/strict';
import { locatePage } from '#commands/documents/documentTabs.ts';
import { recordAddressItem, followAddress } from '#commands/targets/pickRecord.ts';
import { byKey, commandOn, CommandTargets, givenText, isByKey } from '#commands/targets/commandTargets.ts';
import { labelOf } from '#commands/undoCommands.ts';
import { Connections } from '#model/connections/connections.ts';
import type { Protection } from '#model/connections/protection.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { RecentRecords } from '#model/records/localPins.ts';
import {
  connectionNode,
  type DeckNode,
  listNode,
  projectNode,
  recordNode,
  trashedNode,
} from '#model/records/treeNodes.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { readRecordAddress } from '#model/records/recordAddress.ts';
import { trashedItem } from '#views/trashItems.ts';
import { withFirstPicks } from './firstPick.ts';
import { createTree } from './createTree.ts';
import { startTwoProjects } from './twoProjects.ts';
import { createMemory, createSetting } from '../stored.ts';

type Mark = Protection | 'none';

describe('a new record', () => {
  it('is created in the only writable project without a question; if there is none, the first one refuses it', async () => {
    const { catalog, dispose } = createTree(() => Promise.reject(new Error('asks nothing')));
    const recents = new RecentRecords(createMemory());
    const projectOf = async (...marks: readonly Mark[]) => {
      const projects = marks.map((protection, index) => ({ id: String(index + 1), protection }));
      const connections = new Connections(
        createSetting([{ id: 'acme', url: 'https://acme.test', projects }]),
      );
      const guard = new WriteGuard(connections, async () => false);
      const targets = new CommandTargets(connections, catalog, () => [], recents, { all: [] });
      return (await targets.list([], 'cohort', 'Create Cohort', guard))?.projectId;
    };
    assert.equal(await projectOf('readOnly', 'none'), '2');
    assert.equal(await projectOf('production', 'readOnly'), '1');
    assert.equal(await projectOf('readOnly', 'readOnly'), '1');
    dispose();
  });
});

describe('the message of an undo', () => {
  it('names the project if there are several projects, and the connection if there are several connections', () => {
    const place = (id: string, ...projects: readonly string[]) => ({
      id,
      name: `Acme ${id}`,
      url: `https://${id}.test`,
      projects: projects.map((project) => ({ id: project, name: `Web ${project}` })),
    });
    const said = (...places: readonly unknown[]) => {
      const connections = new Connections(createSetting(places));
      const project = { connectionId: 'eu', projectId: '1' };
      const items = [project, project]; // of two records
      const words = labelOf({ connections }, { label: 'Delete 2 records', items });
      connections.dispose();
      return words;
    };
    assert.equal(said(place('eu', '1')), 'Delete 2 records');
    assert.equal(said(place('eu', '1', '2')), 'Delete 2 records (Web 1)');
    assert.equal(said(place('eu', '1'), place('us', '1')), 'Delete 2 records (Web 1 · Acme eu)');
  });
});

it('a search for another record leaves out the record itself, and lists those of its project before recent ones', async () => {
  const { catalog, targets, ref, stop } = await startTwoProjects();
  const own = ref('cohort', '2');
  const [first, second] = (await catalog.load(own)).records;
  assert.ok(first && second);
  const pick = (otherThan?: RecordRef) =>
    withFirstPicks(targets.pickRecord(['cohort'], 'Select a Cohort', otherThan && { otherThan }));
  assert.equal((await pick())?.projectId, '1'); // which is recent from now on
  assert.deepEqual(await pick({ ...own, id: first.id }), { ...own, id: second.id });
  await stop();
});

describe('the address of a record that a search does not find', () => {
  it('says what it refers to, and what to do', async () => {
    const { connections, trash, ref, url, stop } = await startTwoProjects();
    await trash.add({ ref: ref('cohort', '1', 70), name: 'Old', deletedAt: 1 });
    const opened: string[] = [];
    const offer = (address: string) => {
      const read = readRecordAddress(address, connections.all);
      assert.ok(read);
      const { label, description, value } = recordAddressItem(address, read, {
        isOffered: ({ kind }) => kind === 'cohort',
        trashed: ({ id }) => trash.all.find((entry) => entry.ref.id === id),
        projectLabel: () => 'Web',
        trashedUri: ({ ref: trashed, name }) => locatePage(connections, trashed, name, 'page'),
      });
      if (value?.kind === 'run' && value.command === 'vscode.open') opened.push(...value.args.map(String));
      return [label, description, value && ('command' in value ? value.command : value.kind)];
    };
    assert.deepEqual(
      [
        'https://elsewhere.test/project/1/cohorts/7',
        `${url}/project/7/cohorts/7`,
        `${url}/project/1/cohorts/70`,
        `${url}/project/1/cohorts/71`,
        `${url}/project/1/dashboard/71`,
        `${url}/project/1/insights/abc`,
      ].map(offer),
      [
        ['No connection to https://elsewhere.test', 'Connect…', 'cohortDeck.connect'],
        ['Project 7 of “Acme” is not shown', 'Add Project…', 'cohortDeck.addProject'],
        ['Cohort 70 of “Web” is in the Trash', 'Show Last Known Version', 'vscode.open'],
        ['Cohort 71 of “Web” is not in the list', 'Request it from the service', 'request'],
        ['No record with this address can be selected here', undefined, undefined],
        ['No record with this address can be selected here', undefined, undefined],
      ],
    );
    const item = trashedItem(trashedNode(ref('cohort', '1', 70)), { trash, connections });
    assert.deepEqual(opened, item.command?.arguments?.map(String));
    await stop();
  });

  it('finds one that was created elsewhere since the list was loaded, and says where there is none', async () => {
    const { catalog, client, guard, ref, stop } = await startTwoProjects();
    const list = ref('cohort', '1');
    await catalog.load(list);
    const follow = (id: number) =>
      followAddress(catalog, { kind: 'request', ref: { ...list, id } }, () => 'Web');
    await assert.rejects(follow(99_999), {
      name: 'UserError',
      message: 'Cohort 99999 of “Web” does not exist, or was deleted.',
    });
    const approval = await guard.approve({ action: 'create', projects: [list], detail: '' });
    const elsewhere = client.withApproval(approval).cohorts('1');
    const { id } = await elsewhere.createText(JSON.stringify({ name: 'New' }));
    assert.equal(catalog.get({ ...list, id }), undefined);
    assert.deepEqual(await follow(id), { ...list, id });
    assert.ok(catalog.list(list).records.some((record) => record.id === id));
    await elsewhere.updateText(id, JSON.stringify({ deleted: true }));
    await assert.rejects(follow(id), /does not exist, or was deleted/);
    await stop();
  });
});

it('a key in the tree with no item focused says what to do, and a click that the tree has lost says so', async () => {
  const { commands, stop } = await startTwoProjects();
  const rename = commands['cohortDeck.rename'];
  await assert.rejects(rename(undefined, []), { message: 'Select a record in the tree first.' });
  for (const selected of [undefined, [undefined, undefined]])
    await assert.rejects(rename(undefined, selected), { message: 'The tree just changed. Try again.' });
  await stop();
});

it('a key for records acts on the connection of the only project, and on one of several projects alone', async () => {
  const project = projectNode({ connectionId: '0', projectId: '0' });
  const onConnection = 'cohortDeck.disconnect';
  const onProject = 'cohortDeck.removeProject';
  const run = (item: DeckNode, ...projectCounts: readonly number[]) => {
    const all = projectCounts.map((count, index) => ({
      id: String(index),
      name: 'Acme',
      url: 'https://acme.test',
      projects: Array.from({ length: count }, (_, id) => ({ id: String(id), name: 'Web' })),
      isSample: false,
    }));
    return commandOn(item, { all }, { onConnection, onProject });
  };
  assert.equal(run(project, 1), onConnection);
  assert.equal(run(project, 2), onProject);
  assert.equal(run(project, 1, 1), onProject);
  assert.equal(run(connectionNode('0'), 2), onConnection);
  assert.equal(run(listNode({ ...project.ref, kind: 'cohort' }), 1), undefined);
  const { commands, stop } = await startTwoProjects();
  await assert.rejects(async () => commands['cohortDeck.rename'](project), {
    name: 'UserError',
    message: 'Project names come from the service. You can rename dashboards, cohorts and connections here.',
  });
  await stop();
});

it('after a delete, the next record is selected, and after that of the only one its list', async () => {
  const { catalog, commands, createDashboard, dashboardsIn, ref, revealed, stop } = await startTwoProjects();
  const list = ref('dashboard', '2');
  const created = await createDashboard('2', 'Last');
  await catalog.refresh(list);
  for (const { id } of await dashboardsIn('2'))
    await commands['cohortDeck.delete'](recordNode({ ...created, id }));
  assert.deepEqual(revealed.at(-1), listNode({ connectionId: 'acme', projectId: '2', kind: 'dashboard' }));
  assert.equal(revealed.at(-2)?.type, 'record');
  await stop();
});

it('a key that runs the command of another item gives it no text', () => {
  const item = projectNode({ connectionId: '0', projectId: '0' });
  assert.deepEqual(
    [isByKey([item, undefined, byKey]), givenText([item, undefined, byKey])],
    [true, undefined],
  );
  assert.deepEqual([isByKey([item, undefined, 'key']), givenText([item, undefined, 'key'])], [false, 'key']);
});
