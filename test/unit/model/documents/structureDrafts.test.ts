import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StructureDrafts } from '#model/documents/structureDrafts.ts';
import type { Memory } from '#model/storage/memory.ts';

const one = 'cohortdeck://host/1/cohorts/1/One.filters.json';
const other = 'cohortdeck://host/1/cohorts/2/Other.filters.json';
const page = {};
const secondPage = {};
const window = (memory: Memory): StructureDrafts => new StructureDrafts(memory);
const leftOf = (drafts: StructureDrafts, document: string) =>
  drafts.left(document).flatMap((entry) => entry.drafts);

describe('kept drafts', () => {
  it('are there in the next window, of each page and document', async () => {
    const memory = inMemory();
    const before = window(memory);
    await before.keep(page, one, ['{"a": 1', '[']);
    await before.keep(secondPage, one, ['{']);
    await before.keep({}, other, ['"x']);
    const after = window(memory);
    assert.deepEqual(leftOf(after, one), ['{"a": 1', '[', '{']);
    assert.deepEqual(leftOf(after, other), ['"x']);
    assert.deepEqual(leftOf(before, one), [], 'what waits in this window was not left by an earlier one');
  });

  it('are those of their document at any of its addresses', async () => {
    const memory = inMemory();
    const keyOf = (document: string) => document.replace('@current', '1').replace(/[^/]*$/, '');
    const open = () => new StructureDrafts(memory, keyOf);
    await open().keep(page, 'cohortdeck://host/@current/cohorts/1/Old name.filters.json', ['{']);
    const after = open();
    assert.deepEqual(leftOf(after, one), ['{']);
    await after.forget(after.left(one));
    assert.deepEqual(memory.read(), []);
  });

  it('are removed when their page has none any more, and no others with them', async () => {
    const memory = inMemory();
    const before = window(memory);
    await before.keep(page, one, ['{']);
    await before.keep(secondPage, one, ['[']);
    await before.keep(page, one, []);
    assert.deepEqual(leftOf(window(memory), one), ['[']);
    await before.keep(secondPage, one, []);
    assert.deepEqual(memory.read(), []);
  });

  it('stay until they are dropped, whatever is written meanwhile', async () => {
    const memory = inMemory([left(one, '{'), left(other, '[')]);
    const drafts = window(memory);
    await drafts.keep(page, one, ['"new']);
    assert.deepEqual(leftOf(window(memory), one), ['{', '"new']);
    await drafts.forget(drafts.left(one));
    assert.deepEqual(leftOf(drafts, one), []);
    assert.deepEqual(leftOf(window(memory), one), ['"new']);
    assert.deepEqual(leftOf(window(memory), other), ['[']);
  });

  it('that another window has written since the offer are not dropped', async () => {
    const memory = inMemory();
    const living = window(memory);
    await living.keep(page, one, ['{']);
    const asked = window(memory);
    const offered = asked.left(one);
    await living.keep(page, one, ['{"more']);
    await asked.forget(offered);
    assert.deepEqual(leftOf(window(memory), one), ['{"more']);
  });

  it('that are too long do not push out the others', async () => {
    const memory = inMemory();
    const drafts = window(memory);
    await drafts.keep(page, one, ['x'.repeat(200_001)]);
    await drafts.keep(secondPage, other, ['[']);
    assert.deepEqual(leftOf(window(memory), one), []);
    assert.deepEqual(leftOf(window(memory), other), ['[']);
  });

  it('that nobody returned to are dropped for new ones', async () => {
    const memory = inMemory([left(one, 'x'.repeat(150_000))]);
    await window(memory).keep(page, other, ['y'.repeat(100_000)]);
    assert.deepEqual(leftOf(window(memory), one), []);
    assert.deepEqual(leftOf(window(memory), other), ['y'.repeat(100_000)]);
  });

  it('in an unknown format are ignored', () => {
    for (const value of [undefined, null, 'x', { [one]: ['x'] }, [1, { document: one }, left(one, 1)]]) {
      const drafts = window(inMemory(value));
      assert.deepEqual([leftOf(drafts, one), leftOf(drafts, other)], [[], []]);
    }
  });
});

const left = (document: string, draft: unknown) => ({ window: 'gone', document, drafts: [draft] });

function inMemory(value?: unknown): Memory {
  let kept = value;
  return { read: () => kept, write: (next) => ((kept = next), Promise.resolve()) };
}
