import assert from 'node:assert/strict';
import test from 'node:test';
import { createConnectionId } from '#model/connections/connections.ts';
import { LocalPins, RecentRecords } from '#model/records/localPins.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { createMemory } from '../../../stored.ts';

const ref = (id: number, projectId = 'a/b'): RecordRef => ({
  connectionId: 'acme',
  projectId,
  kind: 'cohort',
  id,
});

test('pins are kept for each list in the order in which they were made, and each is there once', async () => {
  const memory = createMemory();
  const pins = new LocalPins(memory);
  let changes = 0;
  pins.onDidChange(() => changes++);
  await pins.set([ref(2), ref(1), ref(7, '2')], true);
  await pins.set([ref(2)], true);
  assert.deepEqual(new LocalPins(memory).of(ref(0)), [ref(1), ref(2)]);
  assert.deepEqual([pins.has(ref(7)), pins.has(ref(7, '2'))], [false, true]);
  await pins.set([ref(1), ref(7, '2')], false);
  assert.deepEqual(pins.of(ref(0)), [ref(2)]);
  assert.equal(changes, 3);
});

test('a pin that is made again comes back to its place; a newer one stays, too', async () => {
  const pins = new LocalPins(createMemory());
  await pins.set([ref(1), ref(2), ref(3)], true);
  const former = pins.all;
  await pins.set([ref(1), ref(2)], false);
  await pins.set([ref(4)], true);
  await pins.set([ref(1), ref(2)], true, former);
  assert.deepEqual(pins.of(ref(0)), [ref(1), ref(2), ref(3), ref(4)]);
});

test('there is no room beyond the limit, so no pin is dropped for a newer one', async () => {
  const pins = new LocalPins(createMemory());
  const some = Array.from({ length: pins.limit }, (_, id) => ref(id));
  assert.deepEqual([pins.hasRoomFor([...some, ref(-1)]), pins.hasRoomFor(some)], [false, true]);
  await pins.set(some, true);
  assert.deepEqual([pins.hasRoomFor([ref(-1)]), pins.hasRoomFor([ref(7)])], [false, true]);
});

test('pins are read from storage once, however many records are looked up, and again after a change', async () => {
  let reads = 0;
  const kept = new Proxy(['acme/a%2Fb/cohorts/1', 'acme/a%2Fb/cohorts/2'], {
    get: (texts, key): unknown => {
      reads++;
      return Reflect.get(texts, key);
    },
  });
  const pins = new LocalPins(createMemory(kept));
  assert.ok(pins.has(ref(1)));
  const first = reads;
  for (let id = 2; id < 100; id++) assert.equal(pins.has(ref(id)), id === 2);
  assert.equal(reads, first);
  await pins.set([ref(2)], false);
  assert.ok(!pins.has(ref(2)));
});

test('stored data of another shape is no pin', () => {
  assert.deepEqual(new LocalPins(createMemory({ a: 1 })).of(ref(0)), []);
  assert.deepEqual(new LocalPins(createMemory([7, 'x', 'acme/a%2Fb/cohorts/4'])).of(ref(0)), [ref(4)]);
});

test('a pin is there again once its service is connected again', async () => {
  const url = 'https://acme.example';
  const pinIn = (connectionId: string): RecordRef => ({ ...ref(1), connectionId });
  const id = createConnectionId(url, new Set());
  const memory = createMemory();
  await new LocalPins(memory).set([pinIn(id)], true);
  const after = new LocalPins(memory); // disconnected: its id is free
  assert.ok(after.has(pinIn(createConnectionId(url, new Set()))));
  assert.ok(
    !after.has(pinIn(createConnectionId(url, new Set([id])))),
    'a second connection has its own pins',
  );
});

const recentRef = (id: number): RecordRef => ({ connectionId: 'acme', projectId: 'a/b', kind: 'cohort', id });

test('the records used last come first, each once, and at most fifty', async () => {
  const recents = new RecentRecords(createMemory());
  assert.deepEqual(recents.all, []);
  for (let id = 1; id <= 60; id++) await recents.add(recentRef(id));
  await recents.add(recentRef(30));
  assert.equal(recents.all.length, 50);
  assert.deepEqual(recents.all.slice(0, 3), [recentRef(30), recentRef(60), recentRef(59)]);
});

test('stored data of another shape is no record', () => {
  assert.deepEqual(new RecentRecords(createMemory({ a: 1 })).all, []);
  assert.deepEqual(new RecentRecords(createMemory([7, 'x', 'acme/a%2Fb/cohorts/4'])).all, [recentRef(4)]);
});
