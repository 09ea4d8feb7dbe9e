// What the commands of tiles send.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { UserError } from '#host/messages/userError.ts';
import { listNode, recordNode, tileNode } from '#model/records/treeNodes.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { createTreeDragAndDrop } from '#views/deckTree.ts';
import { withFirstPicks } from './firstPick.ts';
import { createGuard, dashboardIn, startCommands, viewOnlyDashboard, writesAmong } from './startCommands.ts';

describe('a dashboard that the key can only view', () => {
  it('is not changed: an error says why before anything is asked for', async () => {
    const { catalog, commands, sent, stop } = await startCommands();
    const ref = dashboardIn('1', viewOnlyDashboard);
    await catalog.retrieve(ref);
    const before = sent().length;
    const changes = ['rename', 'editTags', 'setEditAccess', 'pin', 'moveTile'] as const;
    for (const change of changes)
      await assert.rejects(
        Promise.resolve(
          commands[`cohortDeck.${change}`](change === 'moveTile' ? tileNode(ref, 11) : recordNode(ref)),
        ),
        (error) =>
          error instanceof UserError && error.message.includes('can view the dashboard but not edit'),
        change,
      );
    assert.equal(sent().length, before);
    await stop();
  });
});

describe('a tile', () => {
  it('dropped on a dashboard of another project stays where it is, and an error says why', async () => {
    const { catalog, commands, sent, stop } = await startCommands();
    const from = dashboardIn('1', 1);
    await catalog.retrieve(from);
    const before = sent().length;
    const dropOn = (to: RecordRef) => commands['cohortDeck.moveTile'](tileNode(from, 11), recordNode(to));
    await assert.rejects(
      dropOn(dashboardIn('2', 1)),
      (error) => error instanceof UserError && error.message.includes('within its project'),
    );
    assert.equal(sent().length, before);
    assert.deepEqual(
      catalog.tiles(from)?.map(({ id }) => id),
      [11],
    );
    await dropOn(dashboardIn('1', 2)); // and one of its own project is asked for it
    assert.deepEqual(writesAmong(sent().slice(before)), ['PATCH /api/projects/1/dashboards/1/move_tile/']);
    await stop();
  });

  it('that is refused stops no other one, is named in the message, and is moved by a retry', async () => {
    let writes = 0;
    const { catalog, commands, retries, sent, stop } = await startCommands({
      refuses: () => ++writes === 2,
    });
    const from = dashboardIn('1', 1);
    await catalog.retrieve(from);
    const [one, other, third] = [11, 12, 13].map((id) => tileNode(from, id));
    await commands['cohortDeck.moveTile'](one, recordNode(dashboardIn('1', 2)), [one, other, third]);
    assert.deepEqual(
      retries.changes.map(({ attempt }) => attempt),
      ['Moved 2 of 3 tiles to “#2”. Could not move “#12”.'],
    );
    const before = sent().length;
    await retries.retry(retries.changes);
    assert.deepEqual(writesAmong(sent().slice(before)), ['PATCH /api/projects/1/dashboards/1/move_tile/']);
    assert.deepEqual(retries.changes, []);
    await stop();
  });

  it('that is one of several selected ones moves with them', async () => {
    const { catalog, commands, sent, stop } = await startCommands();
    const from = dashboardIn('1', 2);
    await catalog.retrieve(from);
    const tiles = [11, 12].map((id) => tileNode(from, id));
    const move: (...args: readonly unknown[]) => Promise<unknown> = commands['cohortDeck.moveTile'];
    const before = sent().length;
    await withFirstPicks(move(tiles[1], tiles));
    assert.equal(writesAmong(sent().slice(before)).length, 2);
    await stop();
  });

  it('selected beside one of another project is refused before a dashboard is asked for', async () => {
    const { catalog, commands, sent, stop } = await startCommands();
    const from = dashboardIn('1', 2);
    await catalog.retrieve(from);
    const tiles = [tileNode(from, 11), tileNode(dashboardIn('2', 2), 11)];
    const move: (...args: readonly unknown[]) => Promise<unknown> = commands['cohortDeck.moveTile'];
    const before = sent().length;
    await assert.rejects(move(tiles[0], tiles), (error) => error instanceof UserError);
    assert.equal(sent().length, before);
    await stop();
  });

  it('is the only kind of selected item that can be dragged', async () => {
    const treeDragAndDrop = createTreeDragAndDrop(createGuard());
    const [from, one] = [dashboardIn('1', 1), tileNode(dashboardIn('1', 1), 11)];
    const transfer = new vscode.DataTransfer();
    const never = new vscode.CancellationTokenSource().token;
    await treeDragAndDrop.handleDrag?.([recordNode(from), one, listNode(from)], transfer, never);
    assert.deepEqual(
      [...transfer].map(([, { value }]) => value),
      [[one]],
    );
    const nothing = new vscode.DataTransfer();
    await treeDragAndDrop.handleDrag?.([recordNode(from)], nothing, never);
    assert.deepEqual([...nothing], []);
  });

  it('of a read-only project cannot be dragged, and those of others beside it can', async () => {
    const treeDragAndDrop = createTreeDragAndDrop(createGuard('readOnly'));
    const [one, readOnly] = [tileNode(dashboardIn('1', 1), 11), tileNode(dashboardIn('2', 1), 11)];
    const transfer = new vscode.DataTransfer();
    const never = new vscode.CancellationTokenSource().token;
    await treeDragAndDrop.handleDrag?.([one, readOnly], transfer, never);
    assert.deepEqual(
      [...transfer].map(([, { value }]) => value),
      [[one]],
    );
  });
});
