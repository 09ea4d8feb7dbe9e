import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Memory } from '#model/storage/memory.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { Trash } from '#model/records/trash.ts';

const project = { connectionId: 'acme', projectId: '1' };
const first: RecordRef = { ...project, kind: 'cohort', id: 1 };
const second: RecordRef = { ...project, kind: 'dashboard', id: 1 };

/** As windows share it. */
function createMemory(): Memory {
  let value: unknown;
  return {
    read: () => value,
    write: async (next) => {
      value = structuredClone(next);
    },
  };
}

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
});
