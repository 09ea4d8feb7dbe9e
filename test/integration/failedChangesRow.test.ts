import assert from 'node:assert/strict';
import { ApiError } from '#api/apiError.ts';
import { setProtection } from '#model/connections/connectionEdits.ts';
import { connectionNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { createTree } from './createTree.ts';

describe('the row of a connection with changes that failed', () => {
  it('is redrawn once for a change that fails because the connection is lost', async () => {
    const { tree, statuses, retries, dispose } = createTree(() =>
      Promise.reject(new Error('No service is asked.')),
    );
    await tree.getChildren(); // the project of the only connection carries the status
    const drawn: unknown[] = [];
    tree.onDidChangeTreeData((node) => drawn.push(node));
    const fail = (key: string) =>
      retries.add({ connectionId: 'acme', keys: [key], attempt: key, retry: async () => undefined });
    statuses.reportFailure('acme', new ApiError('unauthenticated', 'The key is rejected.'));
    fail('one');
    fail('another');
    await eventually('the row to be redrawn', async () => drawn.length > 0);
    fail('later'); // is seen by a redraw of its own: nothing was left to come
    await eventually('the row to be redrawn again', async () => drawn.length > 1);
    assert.equal(drawn.length, 2);
    dispose();
  });

  it('is not redrawn for one that fails once more, because it shows the same', async () => {
    const { tree, connections, statuses, retries, dispose } = createTree(() =>
      Promise.reject(new Error('No service is asked.')),
    );
    await connections.change((entries) => [
      ...entries,
      { id: 'other', name: 'Other', url: 'https://other.test', projects: [] },
    ]);
    for (const node of await tree.getChildren()) tree.getTreeItem(node);
    const drawn: unknown[] = [];
    tree.onDidChangeTreeData((node) => {
      if (node && 'id' in node) tree.getTreeItem(node);
      drawn.push(node);
    });
    const fail = () => {
      retries.drop('one');
      retries.add({ connectionId: 'acme', keys: ['one'], attempt: 'one', retry: async () => undefined });
    };
    fail();
    await eventually('the row to be redrawn', async () => drawn.length > 0);
    fail();
    statuses.reportFailure('other', new ApiError('unauthenticated', 'The key is rejected.'));
    await eventually('the row of the other connection to be redrawn', async () => drawn.length > 1);
    assert.deepEqual(drawn, [connectionNode('acme'), connectionNode('other')]);
    dispose();
  });

  it('offers to make them again unless all of its projects are read-only', async () => {
    const { tree, connections, retries, dispose } = createTree(() =>
      Promise.reject(new Error('No service is asked.')),
    );
    const attempt = 'Could not rename “Paying”.';
    retries.add({ connectionId: 'acme', keys: ['rename'], attempt, retry: async () => undefined });
    const words = () => tree.getTreeItem(connectionNode('acme')).contextValue?.split(' ') ?? [];
    const isOffered = () => words().includes('unsent') && words().includes('writable'); // as in package.json
    assert.ok(isOffered());
    await connections.change(setProtection('acme', '1', 'readOnly'));
    assert.ok(!isOffered());
    await connections.change(setProtection('acme', '1', 'production'));
    assert.ok(isOffered());
    dispose();
  });
});
