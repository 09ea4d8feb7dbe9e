// Duplicate and Copy To…, with handlers called directly: what the service has afterwards, and what a person reads first.
import assert from 'node:assert/strict';
import { UserError } from '#host/messages/userError.ts';
import { removeProject } from '#model/connections/connectionEdits.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import { listNode, recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { watchMessages } from './openMessages.ts';
import { withFirstPicks } from './firstPick.ts';
import { startTwoProjects } from './twoProjects.ts';

const inCohort = (value: number) => ({ type: 'cohort', key: 'id', value });

describe('Duplicate', () => {
  it('makes a copy of each selected cohort, with a name of its own; Undo deletes them and Redo brings them back', async () => {
    const { commands, create, cohortsIn, stop } = await startTwoProjects();
    const refs = [await create('1', 'Churn'), await create('1', 'Churn'), await create('1', 'Paying')];
    const nodes = refs.map(recordNode);
    const before = (await cohortsIn('1')).length;
    const duplicate: (...args: readonly unknown[]) => Promise<void> = commands['cohortDeck.duplicate'];
    await duplicate(nodes[0], nodes);
    const names = async () =>
      (await cohortsIn('1')).map(({ name }) => name ?? '').filter((name) => name.includes('(copy'));
    const copies = ['Churn (copy 2)', 'Churn (copy)', 'Paying (copy)'];
    assert.deepEqual((await names()).toSorted(), copies);
    assert.equal((await cohortsIn('1')).length, before + 3);
    await commands['cohortDeck.undo']();
    assert.deepEqual(await names(), []);
    await commands['cohortDeck.redo']();
    assert.deepEqual((await names()).toSorted(), copies);
    await stop();
  });

  it('undone by the key says that it deleted, with a button that brings the copy back', async () => {
    const { commands, create, cohortsIn, stop } = await startTwoProjects();
    const messages = await watchMessages();
    await commands['cohortDeck.duplicate'](recordNode(await create('1', 'Kept')));
    const created = await messages.next();
    const copies = async () => (await cohortsIn('1')).filter(({ name }) => name === 'Kept (copy)').length;
    await commands['cohortDeck.undo']();
    assert.equal(await copies(), 0);
    await messages.press(await messages.next(created), 0);
    await eventually('the copy to be back', async () => (await copies()) === 1);
    await messages.waitForNone();
    await commands['cohortDeck.undo']();
    await commands['cohortDeck.redo'](); // by the key: the message is over
    await messages.waitForNone();
    await stop();
  });

  it('that fails is reported by the record’s name, and a retry makes one copy', async () => {
    const { commands, create, cohortsIn, retries, inject, stop } = await startTwoProjects();
    const nodes = [recordNode(await create('1', 'One'))];
    inject('status=500;method=POST');
    await commands['cohortDeck.duplicate'](...nodes);
    assert.deepEqual(
      retries.changes.map(({ attempt }) => attempt.split('.')[0]),
      ['Could not copy “One”'],
    );
    inject('');
    await retries.retry(retries.changes);
    assert.deepEqual(retries.changes, []);
    assert.equal((await cohortsIn('1')).filter(({ name }) => name === 'One (copy)').length, 1);
    await stop();
  });

  it('may have been made where its request failed, but not where its record could not be read', async () => {
    const { commands, create, retries, inject, stop } = await startTwoProjects();
    const node = recordNode(await create('1', 'One'));
    const doubt = 'It may have been created anyway. Refresh before you retry.';
    for (const [method, attempt] of [
      ['GET', 'Could not copy “One”.'],
      ['POST', `Could not copy “One”. ${doubt}`],
    ] as const) {
      inject(`status=500;method=${method};path=/cohorts/`);
      await commands['cohortDeck.duplicate'](node);
      assert.deepEqual(
        retries.changes.map((change) => change.attempt),
        [attempt],
      );
    }
    await stop();
  });

  it('is refused in a read-only project', async () => {
    const { commands, catalog, ref, cohortsIn, stop } = await startTwoProjects('readOnly');
    const [first] = (await catalog.load(ref('cohort', '2'))).records;
    assert.ok(first);
    const before = (await cohortsIn('2')).length;
    await assert.rejects(commands['cohortDeck.duplicate'](recordNode(ref('cohort', '2', first.id))), {
      kind: 'readOnly',
    });
    assert.equal((await cohortsIn('2')).length, before);
    await stop();
  });
});

describe('Create from Cohort', () => {
  it('that fails is retried beside a new cohort of the same name that failed, too', async () => {
    const { commands, create, cohortsIn, retries, inject, stop } = await startTwoProjects();
    const source = await create('1', 'One');
    inject('status=403;method=POST');
    await commands['cohortDeck.createCohortFrom'](recordNode(source), undefined, 'Two');
    await commands['cohortDeck.createCohort'](listNode(source), undefined, 'Two');
    inject('');
    await retries.retry(retries.changes);
    assert.equal((await cohortsIn('1')).filter(({ name }) => name === 'Two').length, 2);
    assert.deepEqual(retries.changes, []);
    await stop();
  });
});

describe('Copy To…', () => {
  it('makes conditions refer to the cohort of the same name there, and says so before it creates anything', async () => {
    const { asked, commands, create, cohortsIn, stop } = await startTwoProjects('production');
    const [here, missing] = [await create('1', 'Power bakers'), await create('1', 'Only here')];
    const there = await create('2', 'Power bakers');
    const source = await create('1', 'Both', [inCohort(here.id), inCohort(missing.id)]);
    asked.length = 0;
    await withFirstPicks(commands['cohortDeck.copyTo'](recordNode(source)));
    const copy = (await cohortsIn('2')).find(({ name }) => name === 'Both');
    const values = [inCohort(there.id), inCohort(missing.id)];
    assert.deepEqual(copy?.filters, { properties: { type: 'AND', values } });
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', new RegExp(`“Power bakers” \\(#${here.id}\\).*: #${there.id}\\.`));
    assert.match(asked[0] ?? '', new RegExp(`“Only here” \\(#${missing.id}\\).*keeps #${missing.id}`));
    await stop();
  });

  it('of cohorts that refer to each other makes copies that refer to each other', async () => {
    const { asked, commands, create, cohortsIn, stop } = await startTwoProjects('production');
    const inner = await create('1', 'Inner');
    const outer = await create('1', 'Outer', [inCohort(inner.id)]);
    const outermost = await create('1', 'Outermost', [inCohort(outer.id), inCohort(inner.id)]);
    asked.length = 0;
    const nodes = [outermost, outer, inner].map(recordNode);
    const copyTo: (...args: readonly unknown[]) => Promise<void> = commands['cohortDeck.copyTo'];
    await withFirstPicks(copyTo(nodes[0], nodes));
    const copies = new Map((await cohortsIn('2')).map(({ name, id, filters }) => [name, { id, filters }]));
    const idOf = (name: string) => copies.get(name)?.id ?? 0;
    const naming = (...names: readonly string[]) => ({
      properties: { type: 'AND', values: names.map((name) => inCohort(idOf(name))) },
    });
    assert.deepEqual(copies.get('Outer')?.filters, naming('Inner'));
    assert.deepEqual(copies.get('Outermost')?.filters, naming('Outer', 'Inner'));
    assert.ok(asked[0]);
    assert.doesNotMatch(asked[0], /uses the cohort/);
    await stop();
  });

  it('creates no cohort that refers to a selected one that could not be read; a retry copies both', async () => {
    const { commands, create, cohortsIn, retries, inject, stop } = await startTwoProjects();
    const inner = await create('1', 'Inner');
    const outer = await create('1', 'Outer', [inCohort(inner.id)]);
    const copies = async () =>
      (await cohortsIn('2')).filter(({ name }) => name === 'Inner' || name === 'Outer');
    const nodes = [outer, inner].map(recordNode);
    const copyTo: (...args: readonly unknown[]) => Promise<void> = commands['cohortDeck.copyTo'];
    inject(`status=403;path=/cohorts/${inner.id}/`);
    await withFirstPicks(copyTo(nodes[0], nodes));
    assert.deepEqual(await copies(), []);
    inject('');
    await retries.retry(retries.changes);
    const [first, second] = (await copies()).toSorted((a, b) => a.id - b.id);
    assert.deepEqual([first?.name, second?.name], ['Inner', 'Outer']);
    const values = [inCohort(first?.id ?? 0)];
    assert.deepEqual(second?.filters, { properties: { type: 'AND', values } });
    await stop();
  });

  it('keeps a failed copy for retry under its target connection, apart from one to another connection', async () => {
    const { commands, connections, create, retries, inject, url, stop } = await startTwoProjects();
    const source = recordNode(await create('1', 'Wanted in both'));
    inject('status=500;method=POST');
    await withFirstPicks(commands['cohortDeck.copyTo'](source));
    await connections.change(removeProject('acme', '2'));
    const projects = [{ id: '2', name: 'App' }];
    await connections.change((entries) => [...entries, { id: 'other', name: 'Other', url, projects }]);
    await withFirstPicks(commands['cohortDeck.copyTo'](source));
    assert.deepEqual(
      retries.changes.map(({ connectionId }) => connectionId),
      ['acme', 'other'],
    );
    await stop();
  });

  it('offers the projects of the records’ own connection first', async () => {
    const { commands, connections, create, retries, inject, url, stop } = await startTwoProjects();
    const source = recordNode(await create('1', 'Stays near'));
    const other = { id: 'other', name: 'Other', url, projects: [{ id: '2', name: 'App' }] };
    await connections.change((entries) => [other, ...entries]);
    inject('status=500;method=POST');
    await withFirstPicks(commands['cohortDeck.copyTo'](source));
    assert.deepEqual(
      retries.changes.map(({ connectionId }) => connectionId),
      ['acme'],
    );
    await stop();
  });

  it('says that a static cohort loses its persons and a dashboard its tiles, and that a name is taken', async () => {
    const { asked, commands, catalog, create, ref, dashboardsIn, stop } =
      await startTwoProjects('production');
    const cohorts = (await catalog.load(ref('cohort', '1'))).records;
    const fixed = cohorts.find((record) => isCohort(record) && record.is_static && (record.count ?? 0) > 0);
    assert.ok(fixed?.name);
    await create('2', fixed.name);
    const dashboards = (await catalog.load(ref('dashboard', '1'))).records;
    const all = await Promise.all(dashboards.map(({ id }) => catalog.retrieve(ref('dashboard', '1', id))));
    const dashboard = all.find(({ id }) => (catalog.tiles(ref('dashboard', '1', id)) ?? []).length > 1);
    assert.ok(dashboard);
    asked.length = 0;
    const nodes = [recordNode(ref('cohort', '1', fixed.id)), recordNode(ref('dashboard', '1', dashboard.id))];
    const copyTo: (...args: readonly unknown[]) => Promise<void> = commands['cohortDeck.copyTo'];
    await withFirstPicks(copyTo(nodes[0], nodes));
    for (const words of [
      ' is a static cohort',
      '” are not copied',
      `already has a record named “${fixed.name}”`,
    ])
      assert.ok(asked[0]?.includes(words), asked[0]);
    assert.ok((await dashboardsIn('2')).some(({ name }) => name === dashboard.name));
    await stop();
  });

  it('offers no project that is read-only, and says so where there is no other', async () => {
    const { commands, create, stop } = await startTwoProjects('readOnly');
    const source = recordNode(await create('1', 'Alone'));
    await assert.rejects(
      commands['cohortDeck.copyTo'](source),
      (error) => error instanceof UserError && error.message.includes('read-only'),
    );
    await stop();
  });
});
