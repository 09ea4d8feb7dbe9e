// What the commands of dashboards and cohorts send.
import assert from 'node:assert/strict';
import { UserError } from '#host/messages/userError.ts';
import { listNode, recordNode } from '#model/records/treeNodes.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { parseFilter } from '#model/records/search/treeFilter.ts';
import { untilBoxCloses } from './firstPick.ts';
import { dashboardIn, startCommands, writesAmong } from './startCommands.ts';
import { startTwoProjects } from './twoProjects.ts';

describe('a name or description that a page sends', () => {
  it('opens an input box, and is not saved, if it is too long or empty', async () => {
    const { catalog, commands, changes, stop } = await startCommands();
    const dashboard = recordNode(dashboardIn('1', 1));
    const cohort = recordNode({ ...dashboardIn('1', 3), kind: 'cohort' });
    for (const { ref } of [dashboard, cohort]) await catalog.retrieve(ref);
    const { 'cohortDeck.rename': rename, 'cohortDeck.editDescription': describe } = commands;
    await untilBoxCloses(rename(dashboard, undefined, 'x'.repeat(401)));
    await untilBoxCloses(rename(dashboard, undefined, ' '));
    await untilBoxCloses(describe(cohort, undefined, 'x'.repeat(1001)));
    assert.deepEqual(changes(), []);
    await describe(cohort, undefined, 'x'.repeat(1000));
    assert.deepEqual(changes(), [[3, { description: 'x'.repeat(1000) }]]);
    await stop();
  });
});

describe('Create', () => {
  it('is the last change: undo moves the new record to the Trash, and redo restores it', async () => {
    const stage = await startTwoProjects();
    const older = await stage.createDashboard('2', 'Older');
    const names = async () =>
      (await stage.dashboardsIn('2')).filter(({ id }) => id >= older.id).map(({ name }) => name);
    await stage.commands['cohortDeck.rename'](recordNode(older), undefined, 'Renamed');
    await stage.commands['cohortDeck.createDashboard'](listNode(older), undefined, 'Created');
    assert.deepEqual(await names(), ['Created', 'Renamed']);
    await stage.commands['cohortDeck.undo']();
    assert.deepEqual(await names(), ['Renamed']);
    await stage.commands['cohortDeck.redo']();
    assert.deepEqual(await names(), ['Created', 'Renamed']);
    await stage.stop();
  });
});

describe('Recalculate', () => {
  const cohort = (id: number): RecordRef => ({ ...dashboardIn('1', id), kind: 'cohort' });

  it('sends an empty change for each dynamic cohort, and refuses static ones', async () => {
    const { catalog, commands, changes, stop } = await startCommands();
    const nodes = [cohort(3), cohort(9)].map(recordNode);
    for (const { ref } of nodes) await catalog.retrieve(ref);
    const recalculate: (...args: readonly unknown[]) => unknown = commands['cohortDeck.recalculate'];
    await recalculate(nodes[0], nodes);
    assert.deepEqual(changes(), [[3, {}]]);
    await assert.rejects(
      async () => recalculate(nodes[1]),
      (error) => error instanceof UserError && error.message.includes('static'),
    );
    assert.equal(changes().length, 1);
    await stop();
  });
});

describe('Pin', () => {
  it('keeps the selected cohorts on this machine, sends nothing, and is undone and made again', async () => {
    const { catalog, commands, pins, sent, shown, stop } = await startCommands();
    const refs = [3, 4].map((id): RecordRef => ({ ...dashboardIn('1', id), kind: 'cohort' }));
    const nodes = refs.map(recordNode);
    const pin: (...args: readonly unknown[]) => unknown = commands['cohortDeck.pin'];
    const pinned = () => pins.of({ ...dashboardIn('1', 0), kind: 'cohort' }).map(({ id }) => id);
    await pin(nodes[0], nodes);
    assert.deepEqual(pinned(), [3, 4]);
    await commands['cohortDeck.undo']();
    assert.deepEqual(pinned(), []);
    await commands['cohortDeck.redo']();
    assert.deepEqual(pinned(), [3, 4]);
    assert.deepEqual(sent(), []);
    await Promise.all(refs.map((ref) => catalog.retrieve(ref)));
    const facts = {
      isPinnedHere: (ref: RecordRef) => pins.has(ref),
      isMine: () => false,
      isPersonKnown: () => true,
    };
    shown.setFilter(parseFilter('@pinned', 0, facts));
    await commands['cohortDeck.unpin'](nodes[0]);
    assert.deepEqual(pinned(), [4]);
    const isShown = () => refs.map((ref) => shown.isShown(ref));
    assert.deepEqual(isShown(), [true, true], 'nobody loses their place');
    shown.setFilter(shown.filter);
    assert.deepEqual(isShown(), [false, true]);
    assert.deepEqual(writesAmong(sent()), []);
    await stop();
  });
});
