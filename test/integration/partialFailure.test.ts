// A change of several records of which the service rejects some: what is said, what a retry sends, what can be undone.
import assert from 'node:assert/strict';
import { ApiError } from '#api/apiError.ts';
import { removeConnection } from '#model/connections/connectionEdits.ts';
import { cohortSchema } from '#api/responseSchemas.ts';
import { isRefusal } from '#model/connections/connectionError.ts';
import { messagesFor } from '#commands/changeRecords.ts';
import { createDeleteCommands } from '#commands/records/deleteCommands.ts';
import { NotTaken } from '#model/records/changes/changeErrors.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode, tileNode, trashedNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { watchMessages } from './openMessages.ts';
import { dashboardIn, startCommands } from './startCommands.ts';
import { startTwoProjects } from './twoProjects.ts';

type Command = (...args: readonly unknown[]) => Promise<unknown>;

const names = ['A', 'B', 'C', 'D', 'E', 'F'];

describe('of several records of which the service rejects some', () => {
  it('the others are deleted or restored, one sentence names the rejected ones, and a retry changes them', async () => {
    const { commands, create, cohortsIn, retries, inject, stop } = await startTwoProjects();
    const refs: RecordRef[] = [];
    for (const name of names) refs.push(await create('1', name));
    const there = async () =>
      (await cohortsIn('1')).flatMap(({ name }) => (name && names.includes(name) ? [name] : [])).toSorted();
    const nodes = refs.map(recordNode);
    const { 'cohortDeck.delete': remove, 'cohortDeck.restore': restore }: Record<string, Command> = commands;
    inject(`status=403;path=/cohorts/${refs[1]?.id}/`);
    await remove?.(nodes[0], nodes);
    assert.deepEqual(
      retries.changes.map(({ attempt }) => attempt),
      ['Deleted 5 of 6. Could not delete “B”.'],
    );
    assert.deepEqual(await there(), ['B']);
    inject('');
    await retries.retry(retries.changes);
    assert.deepEqual(await there(), []);
    inject(
      refs
        .slice(0, 3)
        .map(({ id }) => `status=403;path=/cohorts/${id}/`)
        .join(','),
    );
    const trashed = refs.map(trashedNode);
    await restore?.(trashed[0], trashed);
    assert.deepEqual(
      retries.changes.map(({ attempt }) => attempt),
      ['Restored 3 of 6. Could not restore “A”, “B”, “C”.'],
    );
    assert.deepEqual(await there(), ['D', 'E', 'F']);
    inject('');
    await retries.retry(retries.changes);
    assert.deepEqual(await there(), names);
    assert.deepEqual(retries.changes, []);
    await commands['cohortDeck.undo']();
    assert.deepEqual(await there(), ['D', 'E', 'F'], 'the retry is a change of its own');
    await stop();
  });

  it('its message closes after undo', async () => {
    const { commands, create, cohortsIn, retries, inject, stop } = await startTwoProjects();
    const messages = await watchMessages();
    const [refused, done] = [await create('1', 'A'), await create('1', 'B')];
    const { 'cohortDeck.delete': remove }: Record<string, Command> = commands;
    inject(`status=403;path=/cohorts/${refused.id}/`);
    await remove?.(recordNode(refused), [refused, done].map(recordNode));
    await messages.next();
    await commands['cohortDeck.undo']();
    assert.deepEqual(retries.changes, []);
    await messages.waitForNone();
    const found = (await cohortsIn('1')).map(({ name }) => name);
    assert.deepEqual(
      ['A', 'B'].filter((name) => found.includes(name)),
      ['A', 'B'],
    );
    await stop();
  });

  it('its message undoes the others also before the selection has moved on', async () => {
    const window = await startTwoProjects();
    const { catalog, create, cohortsIn, inject, ref } = window;
    const messages = await watchMessages();
    const refs = [await create('1', 'A'), await create('1', 'B')];
    await catalog.load(ref('cohort', '1'));
    const there = async () =>
      (await cohortsIn('1')).filter(({ name }) => name === 'A' || name === 'B').length;
    const moving = Promise.withResolvers<void>();
    const commands = createDeleteCommands({ ...window, reveal: () => moving.promise });
    const { 'cohortDeck.delete': remove }: Record<string, Command> = commands;
    inject(`status=403;path=/cohorts/${refs[0]?.id}/`);
    const removing = remove?.(refs.map(recordNode)[0], refs.map(recordNode));
    const message = await messages.next();
    assert.equal(await there(), 1);
    const undoing = messages.press(message, 1);
    moving.resolve();
    await Promise.all([removing, undoing]);
    await messages.waitForNone();
    await eventually('the others to be back', async () => (await there()) === 2);
    await window.stop();
  });

  it('its message closes once its connection is removed', async () => {
    const { commands, connections, create, retries, inject, stop } = await startTwoProjects();
    const messages = await watchMessages();
    const refs = [await create('1', 'A'), await create('1', 'B')];
    const { 'cohortDeck.delete': remove }: Record<string, Command> = commands;
    inject(`status=403;path=/cohorts/${refs[0]?.id}/`);
    await remove?.(refs.map(recordNode)[0], refs.map(recordNode));
    await messages.next();
    assert.equal(retries.changes.length, 1);
    await connections.change(removeConnection('acme'));
    await messages.waitForNone();
    assert.deepEqual(retries.changes, []);
    await stop();
  });

  it('only those that were rejected are to be retried, not those that the service accepted and left as they were', async () => {
    const { commands, createDashboard, retries, inject, stop } = await startTwoProjects();
    const messages = await watchMessages();
    const refs = [await createDashboard('1', 'A'), await createDashboard('1', 'B')];
    const nodes = refs.map(recordNode);
    const { 'cohortDeck.pin': pin, 'cohortDeck.rename': rename }: Record<string, Command> = commands;
    inject(
      `keep=pinned;method=PATCH;path=/dashboards/${refs[0]?.id}/,status=403;method=PATCH;path=/dashboards/${refs[1]?.id}/`,
    );
    await pin?.(nodes[0], nodes);
    const attempts = () => retries.changes.map(({ attempt }) => attempt);
    assert.deepEqual(attempts(), ['Could not pin “B”.']);
    inject('keep;method=PATCH');
    await retries.retry(retries.changes);
    await rename?.(nodes[0], undefined, 'Renamed');
    assert.deepEqual(attempts(), []);
    inject('status=403;method=PATCH');
    await rename?.(nodes[0], undefined, 'Renamed');
    assert.equal(retries.changes.length, 1);
    inject('keep;method=PATCH');
    await rename?.(nodes[0], undefined, 'Renamed');
    assert.deepEqual(attempts(), []);
    await messages.waitForNone();
    await stop();
  });

  const undoable = [
    ['cohortDeck.editTags', 'eu', 'PATCH'],
    ['cohortDeck.duplicate', undefined, 'POST'],
  ] as const;
  for (const [command, text, method] of undoable)
    it(`its message closes after undo of ${command}`, async () => {
      const { commands, createDashboard, dashboardsIn, retries, inject, stop } = await startTwoProjects();
      const messages = await watchMessages();
      const all: Record<string, Command> = commands;
      const nodes = [await createDashboard('1', 'A'), await createDashboard('1', 'B')].map(recordNode);
      const state = async () =>
        (await dashboardsIn('1')).map(({ id, tags }) => `${id} ${tags?.join()}`).toSorted();
      const before = await state();
      inject(`status=403;method=${method};path=/dashboards/;times=1`);
      await all[command]?.(nodes[0], nodes, text);
      assert.equal(retries.changes.length, 1);
      assert.notDeepEqual(await state(), before);
      await commands['cohortDeck.undo']();
      assert.deepEqual(await state(), before);
      assert.deepEqual(retries.changes, []);
      await messages.waitForNone();
      await stop();
    });

  const changes = [
    ['cohortDeck.pin', undefined, 'Pinned 1 of 3. Could not pin “A”, “B”.', 'pinned'],
    ['cohortDeck.unpin', undefined, 'Unpinned 1 of 3. Could not unpin “A”, “B”.', 'pinned'],
    ['cohortDeck.editTags', 'eu', 'Changed the tags of 1 of 3. Could not change “A”, “B”.', 'tags'],
  ] as const;

  it('the others are pinned, unpinned and tagged, one sentence names the refused ones, and a retry changes them', async () => {
    const { commands, createDashboard, dashboardsIn, retries, inject, stop } = await startTwoProjects();
    const refs: RecordRef[] = [];
    for (const name of names.slice(0, 3)) refs.push(await createDashboard('1', name));
    const nodes = refs.map(recordNode);
    const all: Record<string, Command> = commands;
    for (const [command, text, said, field] of changes) {
      const values = async () => {
        const found = new Map((await dashboardsIn('1')).map((one) => [one.id, JSON.stringify(one[field])]));
        return refs.map(({ id }) => found.get(id));
      };
      const [before] = await values();
      inject(
        refs
          .slice(0, 2)
          .map(({ id }) => `status=403;method=PATCH;path=/dashboards/${id}/`)
          .join(','),
      );
      await all[command]?.(nodes[0], nodes, text);
      assert.deepEqual(
        retries.changes.map(({ attempt }) => attempt),
        [said],
      );
      const [first, second, after] = await values();
      assert.deepEqual([first, second], [before, before]);
      assert.notEqual(after, before);
      inject('');
      await retries.retry(retries.changes);
      assert.deepEqual(await values(), [after, after, after]);
      assert.deepEqual(retries.changes, []);
    }
    await stop();
  });
});

describe('of several tiles', () => {
  it('none is sent after one that was refused with the key', async () => {
    let refused = 0;
    const { catalog, commands, retries, sent, stop } = await startCommands({
      refuses: () => ++refused === 1 && 'key',
    });
    const from = dashboardIn('1', 1);
    await catalog.retrieve(from);
    const before = sent().length;
    const [one, other] = [11, 12].map((id) => tileNode(from, id));
    await commands['cohortDeck.moveTile'](one, recordNode(dashboardIn('1', 2)), [one, other]);
    const writes = sent()
      .slice(before)
      .filter((request) => request.startsWith('PATCH '));
    assert.equal(writes.length, 1);
    assert.equal(retries.changes.length, 1);
    await stop();
  });
});

it('a change is refused for what would fail again as it is, and lost for what the connection or trouble is to blame', () => {
  const kinds = {
    lost: [
      'network',
      'timeout',
      'incomplete',
      'unauthenticated',
      'throttled',
      'server',
      'notJson',
      'unexpected',
    ],
    refused: ['invalid', 'forbidden', 'missingScope', 'notFound', 'notAllowed', 'readOnly', 'unapproved'],
  } as const;
  for (const kind of kinds.lost) assert.equal(isRefusal(new ApiError(kind, kind, {})), false, kind);
  for (const kind of kinds.refused) assert.equal(isRefusal(new ApiError(kind, kind, {})), true, kind);
});

it('a change that half failed and was half ignored offers to undo the rest in one of its two messages', () => {
  const ref = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 } as const;
  const cohort = cohortSchema.parse({ id: 1, name: 'A' });
  const [refused, ignored] = [new Error('no'), new NotTaken(['name'], cohort)].map((error) => ({
    ref,
    error,
  }));
  assert.ok(refused && ignored);
  const undosOf = (...failed: readonly { readonly ref: RecordRef; readonly error: unknown }[]) =>
    messagesFor(failed, 'undo').map(({ group, undo }) => [group.length, undo]);
  assert.deepEqual(undosOf(ignored, refused, ignored), [
    [1, 'undo'],
    [2, undefined],
  ]);
  assert.deepEqual(undosOf(ignored), [[1, 'undo']]);
  const lost = { ref, error: new ApiError('network', 'lost', {}) };
  assert.deepEqual(undosOf(refused, lost, lost, ignored), [
    [2, 'undo'],
    [1, undefined],
    [1, undefined],
  ]);
  assert.deepEqual(undosOf(), []);
});
