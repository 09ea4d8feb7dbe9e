import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { createFileMemory } from '#model/storage/memory.ts';
import { createFileLock } from '#model/storage/fileLock.ts';
import { dashboardSchema } from '#api/responseSchemas.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { toTrashedDashboard, Trash } from '#model/records/trash.ts';
import { createMemory } from '../../../stored.ts';
import { temporaryFolder } from '../../../volatile.ts';

const project = { connectionId: 'acme', projectId: '1' };
const first: RecordRef = { ...project, kind: 'cohort', id: 1 };
const second: RecordRef = { ...project, kind: 'dashboard', id: 1 };

describe('the trash of two windows', () => {
  it('keeps what either of them deleted', async () => {
    const memory = createMemory();
    const [one, other] = [new Trash(memory), new Trash(memory)];
    await one.add({ ref: first, name: 'First', deletedAt: 1 });
    await other.add({ ref: second, name: 'Second', deletedAt: 2 });
    assert.deepEqual(
      new Trash(memory).all.map(({ name }) => name),
      ['Second', 'First'],
    );
  });

  it('keeps what both of them deleted at the same time', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'trash.json');
    const windows = [1, 2].map(() => {
      const withLock = createFileLock(path.join(folder, 'locks'), (error) => assert.fail(String(error)));
      return new Trash(createFileMemory(file), { withLock });
    });
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    const deleting = ids.flatMap((id) =>
      windows.map((trash, index) => {
        const ref: RecordRef = { ...project, kind: index === 0 ? 'cohort' : 'dashboard', id };
        return trash.add({ ref, name: '', deletedAt: id });
      }),
    );
    await Promise.all(deleting);
    const kept = new Trash(createFileMemory(file)).all.map(({ ref }) => `${ref.kind} ${ref.id}`);
    const deleted = ids.flatMap((id) => [`cohort ${id}`, `dashboard ${id}`]);
    assert.deepEqual(kept.toSorted(), deleted.toSorted());
  });

  it('does not show a record that one of them restored', async () => {
    const memory = createMemory();
    const one = new Trash(memory);
    await one.add({ ref: first, name: 'First', deletedAt: 1 });
    const other = new Trash(memory);
    await other.remove(first);
    await one.add({ ref: second, name: 'Second', deletedAt: 2 });
    assert.deepEqual(
      new Trash(memory).all.map(({ name }) => name),
      ['Second'],
    );
  });

  it('shows what the other one deleted and restored once it reads again', async () => {
    const memory = createMemory();
    const [one, other] = [new Trash(memory), new Trash(memory)];
    const changed: ProjectRef[] = [];
    other.onDidChange((ref) => changed.push(ref));
    await one.add({ ref: first, name: 'First', deletedAt: 1 });
    assert.deepEqual(other.readAgain(), [project]);
    assert.deepEqual(
      other.of(project).map(({ name }) => name),
      ['First'],
    );
    assert.deepEqual(changed, [first]);
    assert.deepEqual(other.readAgain(), []);
    assert.equal(changed.length, 1, 'nothing is new');
    await one.remove(first);
    other.readAgain();
    assert.deepEqual(other.all, []);
    assert.equal(changed.length, 2);
  });

  it('is emptied of what was shown only', async () => {
    const memory = createMemory();
    const [one, other] = [new Trash(memory), new Trash(memory)];
    await one.add({ ref: first, name: 'First', deletedAt: 1 });
    const shown = one.of(project);
    await other.add({ ref: second, name: 'Second', deletedAt: 2 });
    await one.empty(project, shown);
    assert.deepEqual(
      one.all.map(({ name }) => name),
      ['Second'],
    );
    await other.add({ ref: first, name: 'Deleted again', deletedAt: 3 });
    await one.empty(project, shown);
    assert.deepEqual(
      one.all.map(({ name }) => name),
      ['Deleted again', 'Second'],
    );
  });

  const strange = { ref: 'of a newer version', deletedAt: '2027' };
  for (const [what, stored] of [
    ['an entry', [strange]],
    ['a value', strange],
  ] as const)
    it(`keeps ${what} that it cannot read`, async () => {
      const memory = createMemory();
      await memory.write(stored);
      const trash = new Trash(memory);
      await trash.add({ ref: first, name: 'First', deletedAt: 1 });
      assert.deepEqual(
        trash.all.map(({ name }) => name),
        ['First'],
      );
      await trash.remove(first);
      assert.deepEqual(memory.read(), [strange]);
    });
});

describe('a dashboard in the trash', () => {
  it('has what is shown of it in the next window, bounded, and none of an entry that lacks it or is damaged', async () => {
    const memory = createMemory();
    const record = dashboardSchema.parse({
      id: 1,
      description: 'x'.repeat(5000),
      tags: ['growth'],
    });
    const tiles = Array.from({ length: 150 }, (_, id) => ({ id, insight: { name: `Tile ${id}` } }));
    const dashboard = toTrashedDashboard(record, tiles);
    await new Trash(memory).add({ ref: second, name: 'Board', deletedAt: 1, dashboard });
    const [kept] = new Trash(memory).all;
    assert.deepEqual(kept?.dashboard, dashboard);
    assert.deepEqual(dashboard.tags, ['growth']);
    assert.deepEqual([dashboard.description.length, dashboard.tiles.length], [2000, 100]);
    assert.equal(dashboard.tiles[1], 'Tile 1');
    const stored = { ref: 'acme/1/dashboards/2', name: 'Older', deletedAt: 1 };
    await memory.write([stored, { ...stored, dashboard: { description: 5, tags: 'a', tiles: [1, 'One'] } }]);
    assert.deepEqual(
      new Trash(memory).all.map((entry) => entry.dashboard),
      [undefined, { description: '', tags: [], tiles: ['One'] }],
    );
  });
});

describe('the trash of a connection whose address is edited', () => {
  it('has what was deleted at this address, and that of another is there again with it', async () => {
    let address: string | undefined = 'https://old.example';
    const options = { addressOf: () => address };
    const memory = createMemory();
    const trash = new Trash(memory, options);
    await trash.add({ ref: second, name: 'Old', deletedAt: 1 });
    address = 'https://new.example';
    assert.deepEqual([trash.all, trash.of(project), trash.find(second)], [[], [], undefined]);
    await trash.add({ ref: second, name: 'New', deletedAt: 2 });
    const names = () => new Trash(memory, options).of(project).map(({ name }) => name);
    assert.deepEqual(names(), ['New']);
    await trash.remove(second);
    assert.deepEqual(names(), []);
    address = 'https://old.example';
    assert.deepEqual(names(), ['Old']);
    address = undefined; // its entry has an error at the moment
    assert.deepEqual(names(), ['Old']);
  });
});
