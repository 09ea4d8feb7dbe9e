import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, uptime } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { WithLock } from '#model/storage/fileLock.ts';
import { StructureDrafts, openStructureDrafts } from '#model/documents/structureDrafts.ts';
import type { Memory } from '#model/storage/memory.ts';

const one = 'cohortdeck://host/1/cohorts/1/One.filters.json';
const other = 'cohortdeck://host/1/cohorts/2/Other.filters.json';
const page = {};
const secondPage = {};
const alone: WithLock = (_name, task) => task();
const window = (memory: Memory): StructureDrafts => new StructureDrafts(memory, alone, Date.now);
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
    const open = () => new StructureDrafts(memory, alone, Date.now, keyOf);
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

  it('of two windows are both kept, in whatever order they are written', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    const open = () => openStructureDrafts(folder, Date.now, assert.ifError);
    const [first, second] = [open(), open()];
    const letters = Array.from('{"key":');
    const writeIn = (drafts: StructureDrafts, document: string) =>
      letters.map((_, index) =>
        drafts.keep(page, document, [document + letters.slice(0, index + 1).join('')]),
      );
    await Promise.all([...writeIn(first, one), ...writeIn(second, other)]);
    assert.deepEqual([leftOf(open(), one), leftOf(open(), other)], [[`${one}{"key":`], [`${other}{"key":`]]);
    await first.keep(page, one, []);
    assert.deepEqual([leftOf(open(), one), leftOf(open(), other)], [[], [`${other}{"key":`]]);
    assert.deepEqual(await readdir(folder), ['drafts.json']);
    await rm(folder, { recursive: true });
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

  it('are left once their window has ended, and not while it is open', () => {
    const entry = { ...left(one, '{'), writtenAt: Date.now() };
    const drafts = (stored: object) => leftOf(window(inMemory([stored])), one);
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    assert.deepEqual(drafts({ ...entry, pid: process.ppid }), []);
    assert.deepEqual(drafts({ ...entry, pid: ended }), ['{']);
    const earlier = Date.now() - uptime() * 1000 - 1000;
    assert.deepEqual(
      drafts({ ...entry, pid: process.ppid, writtenAt: earlier }),
      ['{'],
      'the machine restarted',
    );
  });

  it('of a window that ends are left as that window wrote them last', async () => {
    const memory = inMemory([{ ...left(one, '{'), writtenAt: Date.now(), pid: process.ppid }]);
    const drafts = window(memory);
    assert.deepEqual([leftOf(drafts, one), drafts.isWrittenElsewhere(one)], [[], true]);
    await memory.write([left(one, '{"more')]);
    assert.deepEqual([leftOf(drafts, one), drafts.isWrittenElsewhere(one)], [['{"more'], false]);
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
