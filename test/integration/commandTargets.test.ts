// What a command acts on where nothing was clicked or selected.
import assert from 'node:assert/strict';
import { CommandTargets } from '#commands/commandTargets.ts';
import { Connections } from '#model/connections/connections.ts';
import type { Protection } from '#model/connections/protection.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { RecentRecords } from '#model/records/recentRecords.ts';
import { createTree } from './createTree.ts';

type Mark = Protection | 'none';

describe('a new record', () => {
  it('goes unasked to the only project that can be written to; where there is none, the first one refuses it', async () => {
    const { catalog, dispose } = createTree(() => Promise.reject(new Error('asks nothing')));
    const recents = new RecentRecords({ read: () => undefined, write: async () => undefined });
    const projectOf = async (...marks: readonly Mark[]) => {
      const projects = marks.map((protection, index) => ({ id: String(index + 1), protection }));
      const connections = new Connections({
        get: () => [{ id: 'acme', url: 'https://acme.test', projects }],
        set: async () => undefined,
        onDidChange: () => ({ dispose: () => undefined }),
      });
      const guard = new WriteGuard(connections, async () => false);
      const targets = new CommandTargets(connections, catalog, () => [], recents);
      return (await targets.list([], 'cohort', 'Create Cohort', guard))?.projectId;
    };
    assert.equal(await projectOf('readOnly', 'none'), '2');
    assert.equal(await projectOf('production', 'readOnly'), '1');
    assert.equal(await projectOf('readOnly', 'readOnly'), '1');
    dispose();
  });
});
