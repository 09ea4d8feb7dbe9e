import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { ChunkJoiner } from '#exports/scan/chunkJoiner.ts';
import { cuts, cutUp } from './chunks.ts';
import { cases } from '../../../cases.ts';

const semicolon = 0x3b;

/** Finds the words that end with a semicolon. */
function startWords() {
  const words: string[] = [];
  const work = { scans: 0, bytes: 0 };
  const joiner = new ChunkJoiner((bytes) => {
    work.scans++;
    work.bytes += bytes.length;
    let start = 0;
    for (let end = bytes.indexOf(semicolon); end >= 0; end = bytes.indexOf(semicolon, start)) {
      words.push(Buffer.from(bytes.subarray(start, end)).toString());
      start = end + 1;
    }
    return start;
  });
  return { words, work, joiner };
}

test('values are whole wherever the chunks are cut, and what is not whole is left at the end', () => {
  const word = fc.oneof(fc.stringMatching(/^[a-z]{0,9}$/), fc.constant('x'.repeat(9000)));
  fc.assert(
    fc.property(fc.array(word), fc.stringMatching(/^[a-z]{0,9}$/), cuts, (words, rest, lengths) => {
      const found = startWords();
      const bytes = Buffer.from(words.map((one) => `${one};`).join('') + rest);
      for (const chunk of cutUp(bytes, lengths)) found.joiner.push(chunk);
      assert.equal(Buffer.from(found.joiner.end()).toString(), rest);
      assert.deepEqual(found.words, words);
    }),
    cases(1000),
  );
});

test('a long value in small chunks is scanned again only when it has doubled', () => {
  const { work, joiner } = startWords();
  for (let chunk = 0; chunk < 10_000; chunk++) joiner.push(Buffer.from('ten bytes!'));
  assert.equal(joiner.length, 100_000);
  assert.equal(joiner.end().length, 100_000);
  assert.ok(work.scans < 20 && work.bytes < 400_000, `${work.scans} scans of ${work.bytes} bytes`);
});
