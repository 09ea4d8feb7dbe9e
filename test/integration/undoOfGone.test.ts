// Undo of changes to records that are gone from the service: it fails once, and the next undo reaches the older change.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { startTwoProjects } from './twoProjects.ts';

type Stage = Awaited<ReturnType<typeof startTwoProjects>>;
type Command = (...args: readonly unknown[]) => Promise<unknown>;

const changes: Readonly<Record<string, (stage: Stage, refs: readonly RecordRef[]) => Promise<void>>> = {
  'a description of one': async ({ commands, elsewhere }, [ref]) => {
    assert.ok(ref);
    await commands['cohortDeck.editDescription'](recordNode(ref), undefined, 'Described');
    await elsewhere.dashboards('1').updateText(ref.id, '{"deleted":true}');
  },
  'a pin of several': async ({ commands, elsewhere }, refs) => {
    const pin: Command = commands['cohortDeck.pin'];
    const nodes = refs.map(recordNode);
    await pin(nodes[0], nodes);
    for (const { id } of refs) await elsewhere.dashboards('1').updateText(id, '{"deleted":true}');
  },
  'a delete': async ({ commands, inject }, [ref]) => {
    assert.ok(ref);
    await commands['cohortDeck.delete'](recordNode(ref));
    inject(`status=404;method=PATCH;path=/dashboards/${ref.id}/`);
  },
};

for (const [what, change] of Object.entries(changes))
  it(`an undo of ${what} that is gone fails once, and the next one reaches the older change`, async () => {
    const stage = await startTwoProjects();
    const { catalog, commands, createDashboard, elsewhere, history } = stage;
    const older = await createDashboard('1', 'Old');
    const refs = [await createDashboard('1', 'Gone 0'), await createDashboard('1', 'Gone 1')];
    await Promise.all(refs.map((ref) => catalog.retrieve(ref)));
    await commands['cohortDeck.rename'](recordNode(older), undefined, 'New');
    await change(stage, refs);
    assert.equal((await history.undo())?.isGone, true);
    assert.equal((await history.undo())?.isDone, true);
    assert.equal((await elsewhere.dashboards('1').retrieve(older.id)).name, 'Old');
    await vscode.commands.executeCommand('notifications.clearAll');
    await stage.stop();
  });
