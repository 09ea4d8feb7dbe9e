import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { StructureDrafts } from '#model/documents/structureDrafts.ts';
import { temporaryFolder } from '../../../volatile.ts';

const one = 'cohortdeck://host/1/cohorts/1/One.filters.json';
const other = 'cohortdeck://host/1/cohorts/2/Other.filters.json';
const drafted = (text: string) => ({ field: '["a"]', text, before: '1' });
const page = {};
const secondPage = {};

describe('kept drafts', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  const window = (keyOf?: (document: string) => string) => new StructureDrafts(folder, assert.ifError, keyOf);
  const leftOf = (drafts: StructureDrafts, document: string) =>
    drafts
      .left(document)
      .flatMap((entry) => entry.drafts.map(({ text }) => text))
      .toSorted();

  it('are there in the next window, of each page and document', async () => {
    const before = window();
    await before.keep(page, one, [drafted('{"a": 1'), drafted('[')]);
    await before.keep(secondPage, one, [drafted('{')]);
    await before.keep({}, other, [drafted('"x')]);
    const after = window();
    assert.deepEqual(leftOf(after, one), ['[', '{', '{"a": 1']);
    assert.deepEqual(leftOf(after, other), ['"x']);
    assert.deepEqual(leftOf(before, one), [], 'what waits in this window was not left by another one');
  });

  it('are those of their document at any of its addresses', async () => {
    const keyOf = (document: string) => document.replace('@current', '1').replace(/[^/]*$/, '');
    await window(keyOf).keep(page, 'cohortdeck://host/@current/cohorts/1/Old name.filters.json', [
      drafted('{'),
    ]);
    const after = window(keyOf);
    assert.deepEqual(leftOf(after, one), ['{']);
    await after.forget(after.left(one));
    assert.deepEqual(await readdir(folder), []);
  });

  it('are removed when their page has none any more, and no others with them', async () => {
    const before = window();
    await before.keep(page, one, [drafted('{')]);
    await before.keep(secondPage, one, [drafted('[')]);
    await before.keep(page, one, []);
    assert.deepEqual(leftOf(window(), one), ['[']);
    await before.keep(secondPage, one, []);
    assert.deepEqual(await readdir(folder), []);
  });

  it('of other documents stay when those of one are forgotten', async () => {
    const gone = window();
    await gone.keep(page, one, [drafted('{')]);
    await gone.keep(secondPage, other, [drafted('[')]);
    const drafts = window();
    await drafts.keep(page, one, [drafted('"new')]);
    await drafts.forget(drafts.left(one));
    assert.deepEqual(leftOf(drafts, one), []);
    assert.deepEqual(leftOf(window(), one), ['"new']);
    assert.deepEqual(leftOf(window(), other), ['[']);
  });

  it('of two windows are both kept, in whatever order they are written', async () => {
    const [first, second] = [window(), window()];
    const letters = Array.from('{"key":');
    const writeIn = (drafts: StructureDrafts, document: string) =>
      letters.map((_, index) =>
        drafts.keep(page, document, [drafted(document + letters.slice(0, index + 1).join(''))]),
      );
    await Promise.all([...writeIn(first, one), ...writeIn(second, other)]);
    assert.deepEqual(
      [leftOf(window(), one), leftOf(window(), other)],
      [[`${one}{"key":`], [`${other}{"key":`]],
    );
    await first.keep(page, one, []);
    assert.deepEqual([leftOf(window(), one), leftOf(window(), other)], [[], [`${other}{"key":`]]);
    assert.equal((await readdir(folder)).length, 1);
  });

  it('of a window that is still open come back with its next letter after another one has forgotten them', async () => {
    const open = window();
    await open.keep(page, one, [drafted('{')]);
    const asked = window();
    await asked.forget(asked.left(one));
    await open.keep(page, one, [drafted('{"more')]);
    assert.deepEqual(leftOf(window(), one), ['{"more']);
  });

  it('in an unknown format are ignored', async () => {
    const odd = [null, 'x', { [one]: ['x'] }, [1, { document: one }, { document: one, drafts: [1] }]];
    for (const [index, value] of odd.entries())
      await writeFile(path.join(folder, `${index}.json`), JSON.stringify(value));
    assert.deepEqual([leftOf(window(), one), leftOf(window(), other)], [[], []]);
  });
});
