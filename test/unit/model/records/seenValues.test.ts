import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSeenValues, type SeenValues, seenValuesOf } from '#model/records/seenValues.ts';

const project = { connectionId: 'acme', projectId: '1' };
const listOf = (seen: SeenValues, ref = project) =>
  Object.fromEntries([...seenValuesOf(seen, ref)].map(([name, values]) => [name, [...values]]));

test('texts, numbers and booleans are known by their property, each once', () => {
  const seen = new Map() satisfies SeenValues;
  addSeenValues(seen, project, { plan: 'starter', seats: 3, paid: true, tags: ['a'], none: null, empty: '' });
  addSeenValues(seen, project, { plan: 'starter', seats: 4 });
  addSeenValues(seen, project, 'no properties');
  assert.deepEqual(listOf(seen), {
    plan: ['starter'],
    seats: ['3', '4'],
    paid: ['true'],
    tags: [],
    none: [],
    empty: [],
  });
});

test('a project knows its own values only, until all are cleared', () => {
  const seen = new Map() satisfies SeenValues;
  addSeenValues(seen, project, { plan: 'starter' });
  assert.deepEqual(listOf(seen, { ...project, projectId: '2' }), {});
  seen.clear();
  assert.deepEqual(listOf(seen), {});
});

test('no more is kept than people read', () => {
  const seen = new Map() satisfies SeenValues;
  for (let at = 0; at < 1000; at++)
    addSeenValues(seen, project, { id: at, [`property ${at}`]: 'x'.repeat(at) });
  assert.equal(seenValuesOf(seen, project).size, 300);
  assert.equal(seenValuesOf(seen, project).get('id')?.size, 20);
  assert.deepEqual([...(seenValuesOf(seen, project).get('property 100') ?? [])], ['x'.repeat(100)]);
  assert.deepEqual([...(seenValuesOf(seen, project).get('property 101') ?? [])], []);
});
