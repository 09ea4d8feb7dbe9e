import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCohortMessage } from '#protocol/cohortMessages.ts';

for (const message of [
  { type: 'ready' },
  { type: 'refresh' },
  { type: 'runErrorAction' },
  { type: 'history', direction: 'redo' },
  { type: 'failure', message: 'broken' },
  { type: 'edit', field: 'name', value: '', before: 'Churn' },
  { type: 'restore' },
  { type: 'run', action: 'recalculate' },
  { type: 'loadPersons' },
  { type: 'open', kind: 'dashboard', id: 4 },
  { type: 'openExport', index: 0 },
]) {
  test(`understands ${message.type}`, () => assert.deepEqual(parseCohortMessage(message), message));
}

for (const message of [
  undefined,
  { type: 'run', action: 'delete' },
  { type: 'history', direction: 'delete' },
  { type: 'edit', field: 'name', value: 'a' },
  { type: 'edit', field: 'tags', value: 'a', before: '' },
  { type: 'open', kind: 'project', id: 4 },
  { type: 'openExport', index: -1 },
  { type: 'openExport', index: '/etc/passwd' },
]) {
  test(`refuses ${JSON.stringify(message)}`, () => assert.equal(parseCohortMessage(message), undefined));
}
