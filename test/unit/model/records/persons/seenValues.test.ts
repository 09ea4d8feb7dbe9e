import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addSeenValues,
  forgetSeenValues,
  openSeenValues,
  type SeenValues,
  seenValuesOf,
} from '#model/records/persons/seenValues.ts';
import { parseKeepingLong } from '#json/longNumbers.ts';
import { Emitter } from '#model/storage/emitter.ts';

const project = { connectionId: 'acme', projectId: '1' };
const other = { connectionId: 'other', projectId: '1' };
const listOf = (seen: SeenValues, ref = project) =>
  Object.fromEntries([...seenValuesOf(seen, ref)].map(([name, values]) => [name, [...values]]));

test('texts, numbers and booleans are known by their property, each once', () => {
  const seen = new Map() satisfies SeenValues;
  const values = openSeenValues(seen, project);
  addSeenValues(values, { plan: 'starter', seats: 3, paid: true, tags: ['a'], none: null, empty: '' });
  addSeenValues(openSeenValues(seen, project), { plan: 'starter', seats: 4 });
  addSeenValues(values, parseKeepingLong('{"seats": 2916334247900527531}'));
  addSeenValues(values, 'no properties');
  assert.deepEqual(listOf(seen), {
    plan: ['starter'],
    seats: ['3', '4', '2916334247900527531'],
    paid: ['true'],
    tags: [],
    none: [],
    empty: [],
  });
});

test('a project knows its own values only, until all are cleared', () => {
  const seen = new Map() satisfies SeenValues;
  addSeenValues(openSeenValues(seen, project), { plan: 'starter' });
  assert.deepEqual(listOf(seen, { ...project, projectId: '2' }), {});
  seen.clear();
  assert.deepEqual(listOf(seen), {});
});

test('persons that were requested before all were cleared are not suggested', () => {
  const seen = new Map() satisfies SeenValues;
  const requested = openSeenValues(seen, project);
  seen.clear();
  addSeenValues(requested, { plan: 'starter' });
  addSeenValues(openSeenValues(seen, project), { plan: 'pro' });
  addSeenValues(requested, { plan: 'free' });
  assert.deepEqual(listOf(seen), { plan: ['pro'] });
});

test('values are dropped at once with their connection or its key, also those of requests under way', () => {
  const seen = new Map() satisfies SeenValues;
  const left = new Emitter<string>();
  const keyChanged = new Emitter<string>();
  const sources = {
    connections: { onDidLeave: left.event },
    keys: { onDidChange: keyChanged.event },
  };
  const subscriptions = forgetSeenValues(seen, sources);
  const requested = [project, other].map((ref) => openSeenValues(seen, ref));
  const arrive = (plan: string) => requested.forEach((values) => addSeenValues(values, { plan }));
  arrive('starter');
  assert.deepEqual([listOf(seen), listOf(seen, other)], [{ plan: ['starter'] }, { plan: ['starter'] }]);
  keyChanged.fire('acme');
  arrive('pro');
  assert.deepEqual([listOf(seen), listOf(seen, other)], [{}, { plan: ['starter', 'pro'] }]);
  left.fire('other');
  arrive('free');
  assert.deepEqual([...seen], []);
  subscriptions.forEach((subscription) => subscription.dispose());
});

test('no more is kept than a person can look through', () => {
  const seen = new Map() satisfies SeenValues;
  const values = openSeenValues(seen, project);
  for (let at = 0; at < 1000; at++) addSeenValues(values, { id: at, [`property ${at}`]: 'x'.repeat(at) });
  assert.equal(seenValuesOf(seen, project).size, 300);
  assert.equal(seenValuesOf(seen, project).get('id')?.size, 20);
  assert.deepEqual([...(seenValuesOf(seen, project).get('property 100') ?? [])], ['x'.repeat(100)]);
  assert.deepEqual([...(seenValuesOf(seen, project).get('property 101') ?? [])], []);
});
