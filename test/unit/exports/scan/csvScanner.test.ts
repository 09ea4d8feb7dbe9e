import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { endOfCell, unfinished, unfinishedInQuotes } from '#exports/scan/csvScanner.ts';
import { cuts, cutUp } from './chunks.ts';
import { cases } from '../../../cases.ts';

const anyText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('"', ',', '\n', '\r\n', '""', '","') },
      { weight: 2, arbitrary: fc.nat({ max: 40 }).map((length) => 'a'.repeat(length)) },
      { weight: 1, arbitrary: fc.constantFrom('é', '𝄞', '\t', '\0', '\u00FF') },
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''));

/** Where separators stand, going byte by byte. */
function separatorsOf(bytes: Uint8Array): { readonly separators: number[]; readonly isInQuotes: boolean } {
  let isInQuotes = false;
  const separators: number[] = [];
  for (const [at, byte] of bytes.entries()) {
    const letter = String.fromCharCode(byte);
    if (letter === '"') isInQuotes = !isInQuotes;
    else if (!isInQuotes && (letter === ',' || letter === '\n')) separators.push(at);
  }
  return { separators, isInQuotes };
}

test('cells end where going byte by byte finds it, wherever the chunks are cut', () => {
  fc.assert(
    fc.property(anyText, cuts, (text, lengths) => {
      const bytes = Buffer.from(text);
      const found: number[] = [];
      let isInQuotes = false;
      let offset = 0;
      for (const chunk of cutUp(bytes, lengths)) {
        let end = endOfCell(chunk, 0, chunk.length, isInQuotes);
        for (; end >= 0; end = endOfCell(chunk, end + 1, chunk.length)) found.push(offset + end);
        assert.ok(end === unfinished || end === unfinishedInQuotes);
        isInQuotes = end === unfinishedInQuotes;
        offset += chunk.length;
      }
      assert.deepEqual({ separators: found, isInQuotes }, separatorsOf(bytes));
    }),
    cases(5000),
  );
});
