import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Cohort, DeckRecord } from '#model/records/deckRecord.ts';
import type { AcceptedChange } from '#model/records/changes/acceptedChange.ts';
import { creatorsOf, OwnUsers } from '#model/records/search/ownUsers.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { Emitter } from '#model/storage/emitter.ts';

const ann = { id: 1, uuid: 'u-1', first_name: 'Ann', email: 'ann@acme.test' };
const bob = { id: 2, first_name: 'Bob' };

const ref = (id: number, connectionId = 'acme'): RecordRef => ({
  connectionId,
  projectId: 'a/b',
  kind: 'cohort',
  id,
});

function cohort(id: number, creator: Cohort['created_by']): Cohort {
  const standard = { groups: [], deleted: false, filters: {}, is_calculating: false, is_static: false };
  return { ...standard, id, name: `Cohort ${id}`, created_by: creator };
}

function start(kept?: unknown) {
  let value = kept;
  const errors: unknown[] = [];
  const disk: { error?: Error } = {};
  const memory = {
    read: () => value,
    write: async (next: unknown) => {
      if (disk.error) throw disk.error;
      value = next;
    },
  };
  const records = new Map<number, DeckRecord>();
  const [made, changed, left] = [new Emitter<AcceptedChange>(), new Emitter<void>(), new Emitter<string>()];
  const present = new Set(['acme', 'other']);
  const connections = {
    isRemoved: (id: string) => !present.has(id),
    onDidChange: changed.event,
    onDidLeave: left.event,
  };
  const catalog = { get: ({ id }: RecordRef) => records.get(id), onDidMakeChange: made.event };
  const open = () => new OwnUsers(memory, { catalog, connections }, (error) => errors.push(error));
  const create = (record: DeckRecord, connectionId?: string) => {
    records.set(record.id, record);
    made.fire({ action: 'create', ref: ref(record.id, connectionId) });
  };
  const disconnect = (id: string) => {
    present.delete(id);
    changed.fire();
  };
  const move = (id: string) => left.fire(id);
  return { users: open(), open, create, disconnect, move, made, records, disk, errors };
}

test('no record is the person’s own before the person is known; then records with the same creator on that connection are', async () => {
  const { users, open } = start();
  let changes = 0;
  users.onDidChange(() => changes++);
  assert.deepEqual([users.of('acme'), users.isMine(ref(1), cohort(1, ann))], [undefined, false]);
  await users.set('acme', ann);
  assert.equal(changes, 1);
  const again = open();
  assert.deepEqual(
    [ann, { ...ann, email: 'new@acme.test' }, { id: 1 }, bob, { id: 1, uuid: 'u-2' }, null, {}].map(
      (creator) => again.isMine(ref(1), cohort(1, creator)),
    ),
    [true, true, true, false, false, false, false],
  );
  assert.equal(again.isMine(ref(1, 'other'), cohort(1, ann)), false);
});

test('a record that is created from here determines who the person is, unless the person chose', async () => {
  const { users, create, made, records } = start();
  records.set(1, cohort(1, bob));
  made.fire({ action: 'restore', ref: ref(1) });
  assert.equal(users.of('acme'), undefined);
  create(cohort(2, ann));
  assert.deepEqual(
    [users.isMine(ref(2), cohort(2, ann)), users.isMine(ref(9), cohort(9, ann))],
    [true, true],
  );
  await users.set('acme', bob);
  create(cohort(4, ann));
  assert.deepEqual(
    [users.isMine(ref(1), cohort(1, bob)), users.isMine(ref(4), cohort(4, ann))],
    [true, false],
  );
});

test('a record that was created from here is the person’s own if the service names no creator', () => {
  const { users, open, create } = start();
  create(cohort(5, null));
  create(cohort(6, {}));
  assert.equal(users.of('acme'), undefined);
  const own = [5, 6, 7].map((id) => open().isMine(ref(id), cohort(id, null)));
  assert.deepEqual(own, [true, true, false]);
});

test('a person who is none of the creators owns, of the records of the key, only those created from here', async () => {
  const { users, open, create } = start();
  await users.set('acme', 'none');
  create(cohort(2, ann));
  assert.equal(users.of('acme'), 'none');
  const own = [2, 3].map((id) => open().isMine(ref(id), cohort(id, ann)));
  assert.deepEqual(own, [true, false]);
});

test('users are read from storage once, however many records are looked up, and again after a change', async () => {
  let reads = 0;
  const made = new Proxy(['acme/a%2Fb/cohorts/1'], {
    get: (texts, key): unknown => {
      reads++;
      return Reflect.get(texts, key);
    },
  });
  const { users } = start({ users: { acme: ann }, made });
  assert.ok(users.isMine(ref(1), cohort(1, bob)));
  const readsOfOne = reads;
  for (let id = 1; id <= 10_000; id++) users.isMine(ref(id), cohort(id, bob));
  assert.equal(reads, readsOfOne);
  await users.set('acme', bob);
  assert.ok(users.isMine(ref(3), cohort(3, bob)));
});

test('users are removed with their connection, even if another window removed it', async () => {
  const { users, open, create, disconnect } = start({
    users: { gone: ann, acme: ann, 'sample-data': ann },
    made: ['gone/1/cohorts/1', 7, 'other/1/cohorts/1'],
  });
  assert.deepEqual(
    ['gone', 'acme', 'sample-data'].map((id) => users.of(id) !== undefined),
    [false, true, true],
  );
  create(cohort(5, null));
  disconnect('acme');
  assert.deepEqual([open().of('acme'), open().isMine(ref(5), cohort(5, null))], [undefined, false]);
});

test('users are removed when their connection gets another address', async () => {
  const { open, create, move } = start({ users: { acme: ann, other: bob }, made: [] });
  create(cohort(5, null));
  move('acme');
  assert.deepEqual([open().of('acme'), open().isMine(ref(5), cohort(5, null))], [undefined, false]);
  assert.deepEqual(open().of('other'), bob);
});

test('stored data of another shape is no user', () => {
  assert.equal(start(['x']).users.of('acme'), undefined);
  assert.equal(start({ users: { acme: 7 }, made: 'x' }).users.of('acme'), undefined);
});

test('the creators of records are found once each', () => {
  const creators = creatorsOf([
    cohort(1, ann),
    cohort(2, null),
    cohort(3, bob),
    cohort(4, ann),
    cohort(5, {}),
  ]);
  assert.deepEqual(
    creators.map((user) => user.first_name),
    ['Ann', 'Bob'],
  );
});

test('what cannot be stored in the background is reported', async () => {
  const { users, create, disconnect, disk, errors } = start();
  await users.set('other', ann);
  disk.error = new Error('The disk is full.');
  create(cohort(1, ann));
  create(cohort(2, null));
  disconnect('other');
  await setImmediate();
  assert.deepEqual(errors, [disk.error, disk.error, disk.error]);
  await assert.rejects(users.set('acme', bob), disk.error);
});
