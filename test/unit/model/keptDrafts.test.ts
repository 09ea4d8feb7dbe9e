import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeptDrafts } from '../../../src/model/keptDrafts.ts';
import type { Memory } from '../../../src/model/memory.ts';

const one = 'cohortdeck://host/1/cohorts/1/One.filters.json';
const other = 'cohortdeck://host/1/cohorts/2/Other.filters.json';
const page = {};
const secondPage = {};

describe('kept drafts', () => {
  it('are there in the next window, of each page and document', async () => {
    const memory = inMemory();
    const before = new KeptDrafts(memory);
    await before.keep(page, one, ['{"a": 1', '[']);
    await before.keep(secondPage, one, ['{']);
    await before.keep({}, other, ['"x']);
    const after = new KeptDrafts(memory);
    assert.deepEqual(after.left(one), ['{"a": 1', '[', '{']);
    assert.deepEqual(after.left(other), ['"x']);
    assert.deepEqual(before.left(one), [], 'what waits in this window was not left by an earlier one');
  });

  it('go with the page that has none any more, and take nothing else along', async () => {
    const memory = inMemory();
    const before = new KeptDrafts(memory);
    await before.keep(page, one, ['{']);
    await before.keep(secondPage, one, ['[']);
    await before.keep(page, one, []);
    assert.deepEqual(new KeptDrafts(memory).left(one), ['[']);
    await before.keep(secondPage, one, []);
    assert.equal(memory.read(), undefined);
  });

  it('stay until they are forgotten, whatever is written meanwhile', async () => {
    const memory = inMemory({ [one]: ['{'], [other]: ['['] });
    const drafts = new KeptDrafts(memory);
    await drafts.keep(page, one, ['"new']);
    assert.deepEqual(new KeptDrafts(memory).left(one), ['{', '"new']);
    await drafts.forget(one);
    assert.deepEqual(drafts.left(one), []);
    assert.deepEqual(new KeptDrafts(memory).left(one), ['"new']);
    assert.deepEqual(new KeptDrafts(memory).left(other), ['[']);
  });

  it('that are too long for the editor’s storage do not push out the others', async () => {
    const memory = inMemory();
    const drafts = new KeptDrafts(memory);
    await drafts.keep(page, one, ['x'.repeat(200_001)]);
    await drafts.keep(secondPage, other, ['[']);
    assert.deepEqual(memory.read(), { [other]: ['['] });
  });

  it('that nobody came back to leave room for what is being written', async () => {
    const memory = inMemory({ [one]: ['x'.repeat(150_000)] });
    await new KeptDrafts(memory).keep(page, other, ['y'.repeat(100_000)]);
    assert.deepEqual(memory.read(), { [other]: ['y'.repeat(100_000)] });
  });

  it('that are none, because something else was stored, are passed over', () => {
    for (const value of [undefined, null, 'x', [1], { [one]: 'x', [other]: [1] }]) {
      const drafts = new KeptDrafts(inMemory(value));
      assert.deepEqual([drafts.left(one), drafts.left(other)], [[], []]);
    }
  });
});

function inMemory(value?: unknown): Memory {
  let kept = value;
  return { read: () => kept, write: (next) => ((kept = next), Promise.resolve()) };
}
