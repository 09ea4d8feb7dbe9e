// What a command acts on where nothing was clicked or selected, and how that is named.
import assert from 'node:assert/strict';
import { CommandTargets } from '#commands/commandTargets.ts';
import { labelOf } from '#commands/undoCommands.ts';
import { Connections } from '#model/connections/connections.ts';
import type { Protection } from '#model/connections/protection.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { RecentRecords } from '#model/records/recentRecords.ts';
import { createTree } from './createTree.ts';

type Mark = Protection | 'none';

describe('a new record', () => {
  it('is created in the only writable project without a question; if there is none, the first one refuses it', async () => {
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

describe('what was undone', () => {
  it('is said with its project where there are several, and with its connection where there are several', () => {
    const place = (id: string, ...projects: readonly string[]) => ({
      id,
      name: `Acme ${id}`,
      url: `https://${id}.test`,
      projects: projects.map((project) => ({ id: project, name: `Web ${project}` })),
    });
    const said = (...places: readonly unknown[]) => {
      const connections = new Connections({
        get: () => places,
        set: async () => undefined,
        onDidChange: () => ({ dispose: () => undefined }),
      });
      const project = { connectionId: 'eu', projectId: '1' };
      const projects = [project, project]; // of two records
      const words = labelOf({ connections }, { label: 'Delete 2 records', projects });
      connections.dispose();
      return words;
    };
    assert.equal(said(place('eu', '1')), 'Delete 2 records');
    assert.equal(said(place('eu', '1', '2')), 'Delete 2 records (Web 1)');
    assert.equal(said(place('eu', '1'), place('us', '1')), 'Delete 2 records (Web 1 · Acme eu)');
  });
});
