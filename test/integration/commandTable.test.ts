// The requests that commands send, with handlers called directly.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import * as vscode from 'vscode';
import { headerOf } from '#editors/records/dashboardView.ts';
import { UserError } from '#host/userError.ts';
import { scheme } from '#manifest.ts';
import { formatPagePlace, formatPlace, toDocument } from '#model/documents/documentUri.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import { listNode, projectNode, recordNode, tileNode } from '#model/records/treeNodes.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { parseFilter } from '#model/records/treeFilter.ts';
import { createTreeDragAndDrop } from '#views/treeDragAndDrop.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { untilBoxCloses, withFirstPicks } from './firstPick.ts';
import {
  createConnections,
  createGuard,
  dashboardIn,
  manyTags,
  oddTags,
  startCommands,
} from './startCommands.ts';

/** Without what is read before a name is replaced, and after a tile has moved. */
function writesAmong(requests: readonly string[]): readonly string[] {
  return requests.filter((request) => !request.startsWith('GET '));
}

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
    const { catalog, commands, failedChanges, sent, stop } = await startCommands({
      refuses: () => ++writes === 2,
    });
    const from = dashboardIn('1', 1);
    await catalog.retrieve(from);
    const [one, other, third] = [11, 12, 13].map((id) => tileNode(from, id));
    await commands['cohortDeck.moveTile'](one, recordNode(dashboardIn('1', 2)), [one, other, third]);
    assert.deepEqual(
      failedChanges.all.map(({ attempt }) => attempt),
      ['Moved 2 of 3 tiles to “#2”. Could not move “#12”.'],
    );
    const before = sent().length;
    await failedChanges.retry(failedChanges.all);
    assert.deepEqual(writesAmong(sent().slice(before)), ['PATCH /api/projects/1/dashboards/1/move_tile/']);
    assert.deepEqual(failedChanges.all, []);
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

describe('the tags of several dashboards', () => {
  const [one, two] = [recordNode(dashboardIn('1', 1)), recordNode(dashboardIn('1', 2))];

  it('get and lose what all of them have, keep what one has alone, and come back together', async () => {
    const { commands, changes, stop } = await startCommands();
    const edit: (...args: readonly unknown[]) => unknown = commands['cohortDeck.editTags'];
    await edit(one, [one, two], 'Weekly, new');
    const sorted = () => changes().toSorted(([a], [b]) => a - b);
    assert.deepEqual(sorted(), [
      [1, { tags: ['own', 'weekly', 'new'] }],
      [2, { tags: ['weekly', 'new'] }],
    ]);
    await commands['cohortDeck.undo']();
    assert.deepEqual(
      changes()
        .slice(2)
        .toSorted(([a], [b]) => a - b),
      [
        [1, { tags: ['growth', 'own'] }],
        [2, { tags: ['growth'] }],
      ],
    );
    await stop();
  });

  it('are sent for the dashboards that change only, and not at all if none does', async () => {
    const { commands, changes, stop } = await startCommands();
    const edit: (...args: readonly unknown[]) => unknown = commands['cohortDeck.editTags'];
    await edit(one, [one, two], 'growth');
    await edit(one, [one], 'own, growth');
    assert.deepEqual(changes(), []);
    await edit(two, [one, two], 'growth, own');
    assert.deepEqual(changes(), [[2, { tags: ['growth', 'own'] }]]);
    await stop();
  });

  it('are kept with all their characters if another one is added where the page shows them', async () => {
    const { catalog, commands, changes, stop } = await startCommands();
    const node = recordNode(dashboardIn('1', 4));
    const record = await catalog.retrieve(node.ref);
    assert.ok(!isCohort(record));
    const { connections } = createConnections();
    const guard = createGuard();
    const { tagsText } = headerOf(node.ref, record, { connections, guard });
    const edit: (...args: readonly unknown[]) => unknown = commands['cohortDeck.editTags'];
    const typed = `${tagsText}, new`.replace(/[\r\n]/g, ''); // as an input element has it
    await edit(node, [node], typed);
    assert.deepEqual(changes(), [[4, { tags: [...oddTags, 'new'] }]]);
    await stop();
  });

  it('are picked in a quick pick, which opens with them as they are', async () => {
    const { commands, changes, stop } = await startCommands();
    const edit: (...args: readonly unknown[]) => Promise<unknown> = commands['cohortDeck.editTags'];
    for (const id of [1, 3, 4]) await withFirstPicks(edit(recordNode(dashboardIn('1', id))));
    await withFirstPicks(edit(one, [one, two]));
    assert.deepEqual(changes(), []);
    await stop();
  });

  const toggle = 'workbench.action.quickPickManyToggle';
  const toRemoval = ['quickInput.first', 'quickInput.next', 'quickInput.next'];
  const ofSome: Readonly<Record<string, readonly [steps: readonly string[], changes: readonly unknown[]]>> = {
    'are removed from those that have them': [[...toRemoval, toggle], [[1, { tags: ['growth'] }]]],
    'are added to the others, as picked last': [
      [...toRemoval, toggle, 'quickInput.previous', toggle],
      [[2, { tags: ['growth', 'own'] }]],
    ],
  };
  for (const [behavior, [steps, expected]] of Object.entries(ofSome)) {
    it(`${behavior} if only some dashboards have them`, async () => {
      const { commands, changes, sent, stop } = await startCommands();
      const edit: (...args: readonly unknown[]) => Promise<unknown> = commands['cohortDeck.editTags'];
      const edited = edit(one, [one, two]);
      await eventually('the box', async () => sent().includes('GET /api/projects/1/dashboards/'));
      for (const step of steps) await vscode.commands.executeCommand(step); // the rows are growth, own, and Remove tag “own”
      await withFirstPicks(edited);
      assert.deepEqual(changes(), expected);
      await stop();
    });
  }

  it('are offered from the whole list, which is read once for all of them', async () => {
    const { commands, sent, stop } = await startCommands();
    const edit: (...args: readonly unknown[]) => Promise<unknown> = commands['cohortDeck.editTags'];
    const listed = () => sent().filter((request) => request === 'GET /api/projects/1/dashboards/');
    const edited = edit(one, [one, two]);
    await eventually('the list to be read', async () => listed().length > 0);
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await edited;
    assert.equal(listed().length, 1);
    await stop();
  });

  it('are kept, whatever their number', async () => {
    const { commands, changes, stop } = await startCommands();
    const three = recordNode(dashboardIn('1', 3));
    const edit: (...args: readonly unknown[]) => unknown = commands['cohortDeck.editTags'];
    await edit(one, [one, three], 'new');
    const [, sent] = changes().find(([id]) => id === 3) ?? [];
    assert.deepEqual(sent, { tags: [...manyTags, 'new'] });
    await stop();
  });
});

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

describe('Pin on This Machine', () => {
  it('keeps the selected cohorts, sends nothing, and is undone and made again', async () => {
    const { catalog, commands, pins, sent, shown, stop } = await startCommands();
    const refs = [3, 4].map((id): RecordRef => ({ ...dashboardIn('1', id), kind: 'cohort' }));
    const nodes = refs.map(recordNode);
    const pin: (...args: readonly unknown[]) => unknown = commands['cohortDeck.pinHere'];
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
    await commands['cohortDeck.unpinHere'](nodes[0]);
    assert.deepEqual(pinned(), [4]);
    const isShown = () => refs.map((ref) => shown.isShown(ref));
    assert.deepEqual(isShown(), [true, true], 'nobody loses their place');
    shown.setFilter(shown.filter);
    assert.deepEqual(isShown(), [false, true]);
    assert.deepEqual(writesAmong(sent()), []);
    await stop();
  });
});

describe('a change that fails', () => {
  it('says what it was, and is made again with what was typed', async () => {
    let isRefused = true;
    const { commands, failedChanges, sent, stop } = await startCommands({ refuses: () => isRefused });
    const node = recordNode(dashboardIn('1', 1));
    const pressed = [node, undefined, 'Renamed'];
    await commands['cohortDeck.rename'](...pressed);
    await commands['cohortDeck.rename'](...pressed); // takes the place of the first
    assert.deepEqual(
      failedChanges.all.map(({ attempt }) => attempt),
      ['Could not rename “Dashboard 1” to “Renamed”.'],
    );
    isRefused = false;
    const before = sent().length;
    await failedChanges.retry(failedChanges.all);
    assert.deepEqual(writesAmong(sent().slice(before)), ['PATCH /api/projects/1/dashboards/1/']);
    assert.deepEqual(failedChanges.all, []);
    await stop();
  });

  it('is dropped once it is made by hand', async () => {
    let isRefused = true;
    const { commands, failedChanges, stop } = await startCommands({ refuses: () => isRefused });
    const node = recordNode(dashboardIn('1', 1));
    await commands['cohortDeck.rename'](node, undefined, 'Renamed');
    assert.equal(failedChanges.all.length, 1);
    isRefused = false;
    await commands['cohortDeck.rename'](node, undefined, 'Renamed by hand');
    assert.deepEqual(failedChanges.all, []);
    await stop();
  });
});

describe('a change of several records that fails', () => {
  it('keeps the records that nobody has changed by hand meanwhile', async () => {
    let isRefused = true;
    const { commands, failedChanges, sent, stop } = await startCommands({ refuses: () => isRefused });
    const [one, two, three] = [1, 2, 3].map((id) => recordNode(dashboardIn('1', id)));
    const attempts = () => failedChanges.all.map(({ attempt }) => attempt);
    await commands['cohortDeck.pin'](one, [one, two, three]);
    assert.deepEqual(attempts(), ['Could not pin “#1”, “#2”, “#3”.']);
    await commands['cohortDeck.pin'](two); // it fails by itself, and is retried by itself
    assert.deepEqual(attempts(), ['Could not pin “#1”, “#3”.', 'Could not pin “#2”.']);
    isRefused = false;
    await commands['cohortDeck.pin'](two, [two, three]);
    assert.deepEqual(attempts(), ['Could not pin “#1”.']);
    const before = sent().length;
    await failedChanges.retry(failedChanges.all);
    assert.deepEqual(sent().slice(before), ['PATCH /api/projects/1/dashboards/1/']);
    assert.deepEqual(attempts(), []);
    await stop();
  });

  it('waits for the end of its connection only until it is made', async () => {
    let isRefused = true;
    const { commands, connections, failedChanges, stop } = await startCommands({ refuses: () => isRefused });
    const waiting = () => getEventListeners(connections.removalOf('acme'), 'abort').length;
    await commands['cohortDeck.pin'](recordNode(dashboardIn('1', 1)));
    assert.equal(waiting(), 1);
    isRefused = false;
    await failedChanges.retry(failedChanges.all);
    assert.equal(waiting(), 0);
    await stop();
  });

  it('is discarded with its connection, even if partly retried', async () => {
    const { commands, disconnect, failedChanges, stop } = await startCommands({ refuses: () => true });
    const [one, two] = [1, 2].map((id) => recordNode(dashboardIn('1', id)));
    await commands['cohortDeck.pin'](one, [one, two]);
    await commands['cohortDeck.pin'](two);
    assert.equal(failedChanges.all.length, 2);
    disconnect();
    assert.deepEqual(failedChanges.all, []);
    await stop();
  });
});

describe('Refresh All', () => {
  it('loads each loaded list again and redraws the tree, whatever is selected or has the focus', async () => {
    const { catalog, selection, commands, redraws, sent, stop } = await startCommands();
    await catalog.load(dashboardIn('1', 1));
    await catalog.load(dashboardIn('2', 1));
    selection.push(projectNode(dashboardIn('1', 1)));
    const before = sent().length;
    await commands['cohortDeck.refresh'](); // of the selected project alone
    assert.deepEqual(sent().slice(before), ['GET /api/projects/1/dashboards/']);
    assert.equal(redraws(), 0);
    const title: (...args: readonly unknown[]) => unknown = commands['cohortDeck.refreshAll'];
    await title(selection[0], selection); // as the title bar calls it
    assert.deepEqual(
      sent()
        .slice(before + 1)
        .toSorted(),
      ['GET /api/projects/1/dashboards/', 'GET /api/projects/2/dashboards/'],
    );
    assert.equal(redraws(), 1);
    await stop();
  });
});

describe('Copy Link', () => {
  it('copies the address of the record whose tab was clicked, of a document or a page', async () => {
    const { commands, stop } = await startCommands();
    const ref = dashboardIn('1', 4);
    for (const place of [formatPlace(toDocument(ref, 'filters'), 'Sales'), formatPagePlace(ref, 'Sales')]) {
      await vscode.env.clipboard.writeText('');
      await commands['cohortDeck.copyLink'](vscode.Uri.from({ scheme, ...place }));
      assert.equal(await vscode.env.clipboard.readText(), 'https://acme.test/project/1/dashboard/4');
    }
    await stop();
  });

  it('copies the addresses of the selected records, one per line', async () => {
    const { commands, stop } = await startCommands();
    const nodes = [recordNode(dashboardIn('1', 4)), recordNode({ ...dashboardIn('2', 5), kind: 'cohort' })];
    await commands['cohortDeck.copyLink'](nodes[0], nodes);
    assert.equal(
      await vscode.env.clipboard.readText(),
      'https://acme.test/project/1/dashboard/4\nhttps://acme.test/project/2/cohorts/5',
    );
    await stop();
  });
});
