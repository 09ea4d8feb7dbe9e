import assert from 'node:assert/strict';
import test from 'node:test';
import { Connections } from '#model/connections/connections.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { createSetting } from '../../../stored.ts';

const url = 'https://acme.example';

test('a project of an address has the strictest protection of all connections to it, listed there or not', () => {
  const connections = new Connections(
    createSetting([
      { id: 'mine', url, projects: [{ id: '1' }, { id: '2', protection: 'production' }] },
      { id: 'theirs', url, projects: [{ id: '1' }, { id: '2', protection: 'readOnly' }] },
      { id: 'other', url: 'https://other.example', projects: [{ id: '3' }], protection: 'readOnly' },
    ]),
  );
  const guard = new WriteGuard(connections, async () => false);
  const at = (project: string) => guard.protectionAt(url, project);
  assert.deepEqual(['1', '2', '3'].map(at), [undefined, 'readOnly', 'readOnly']);
  assert.equal(guard.protectionAt('https://other.example', '1'), 'readOnly');
  assert.equal(guard.protectionAt('https://new.example', '1'), undefined);
});
