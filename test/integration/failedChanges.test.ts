// Changes that fail, and what a retry sends.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describeError } from '#host/messages/errorMessage.ts';
import { NotTaken } from '#model/records/changes/changeErrors.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { dashboardIn, startCommands, writesAmong } from './startCommands.ts';

describe('a change that fails', () => {
  it('says what it was, and is made again with what was typed', async () => {
    let isRefused = true;
    const { commands, retries, sent, stop } = await startCommands({ refuses: () => isRefused });
    const node = recordNode(dashboardIn('1', 1));
    const pressed = [node, undefined, 'Renamed'];
    await commands['cohortDeck.rename'](...pressed);
    await commands['cohortDeck.rename'](...pressed); // takes the place of the first
    assert.deepEqual(
      retries.changes.map(({ attempt }) => attempt),
      ['Could not rename “Dashboard 1” to “Renamed”.'],
    );
    isRefused = false;
    const before = sent().length;
    await retries.retry(retries.changes);
    assert.deepEqual(writesAmong(sent().slice(before)), ['PATCH /api/projects/1/dashboards/1/']);
    assert.deepEqual(retries.changes, []);
    await stop();
  });

  it('is dropped once it is made by hand', async () => {
    let isRefused = true;
    const { commands, retries, stop } = await startCommands({ refuses: () => isRefused });
    const node = recordNode(dashboardIn('1', 1));
    await commands['cohortDeck.rename'](node, undefined, 'Renamed');
    assert.equal(retries.changes.length, 1);
    isRefused = false;
    await commands['cohortDeck.rename'](node, undefined, 'Renamed by hand');
    assert.deepEqual(retries.changes, []);
    await stop();
  });
});

describe('a change of several records that fails', () => {
  it('keeps the records that nobody has changed by hand meanwhile', async () => {
    let isRefused = true;
    const { commands, retries, sent, stop } = await startCommands({ refuses: () => isRefused });
    const [one, two, three] = [1, 2, 3].map((id) => recordNode(dashboardIn('1', id)));
    const attempts = () => retries.changes.map(({ attempt }) => attempt);
    await commands['cohortDeck.pin'](one, [one, two, three]);
    assert.deepEqual(attempts(), ['Could not pin “#1”, “#2”, “#3”.']);
    await commands['cohortDeck.pin'](two); // it fails by itself, and is retried by itself
    assert.deepEqual(attempts(), ['Could not pin “#1”, “#3”.', 'Could not pin “#2”.']);
    isRefused = false;
    await commands['cohortDeck.pin'](two, [two, three]);
    assert.deepEqual(attempts(), ['Could not pin “#1”.']);
    const before = sent().length;
    await retries.retry(retries.changes);
    assert.deepEqual(writesAmong(sent().slice(before)), ['PATCH /api/projects/1/dashboards/1/']);
    assert.deepEqual(attempts(), []);
    await stop();
  });

  it('waits for the end of its connection only until it is made', async () => {
    let isRefused = true;
    const { commands, connections, retries, stop } = await startCommands({ refuses: () => isRefused });
    const waiting = () => getEventListeners(connections.removalOf('acme'), 'abort').length;
    await commands['cohortDeck.pin'](recordNode(dashboardIn('1', 1)));
    assert.equal(waiting(), 1);
    isRefused = false;
    await retries.retry(retries.changes);
    assert.equal(waiting(), 0);
    await stop();
  });

  it('is discarded with its connection, even if partly retried', async () => {
    const { commands, disconnect, retries, stop } = await startCommands({ refuses: () => true });
    const [one, two] = [1, 2].map((id) => recordNode(dashboardIn('1', id)));
    await commands['cohortDeck.pin'](one, [one, two]);
    await commands['cohortDeck.pin'](two);
    assert.equal(retries.changes.length, 2);
    disconnect();
    assert.deepEqual(retries.changes, []);
    await stop();
  });
});

describe('a change that the service accepts and does not make', () => {
  const record = { id: 1, name: 'Old', description: '', tags: ['a', 'b'], tiles: undefined };
  const said = [
    [['name'], 'The service did not change the name. It is still “Old”.'],
    [['description'], 'The service did not change the description. It is still “(empty)”.'],
    [['tags'], 'The service did not change the tags. They are still: a, b'],
    [['pinned'], 'The service accepted this but changed nothing.'],
    [['name', 'tags'], 'The service did not change: name, tags'],
  ] as const;
  for (const [fields, message] of said)
    it(`is a warning that says so for ${fields.join(' and ')}`, () => {
      const described = describeError(new NotTaken(fields, Object(record)));
      assert.deepEqual([described.message, described.isWarning], [message, true]);
    });
});
