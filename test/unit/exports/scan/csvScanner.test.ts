import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { atCellStart, endOfCell, endOfRow } from '#exports/scan/csvScanner.ts';
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

/** Where separators stand, going byte by byte: only a quote at the start of a cell quotes it. */
function separatorsOf(bytes: Uint8Array): number[] {
  let cell: 'new' | 'plain' | 'in quotes' | 'after quotes' = 'new';
  const separators: number[] = [];
  for (const [at, byte] of bytes.entries()) {
    const letter = String.fromCharCode(byte);
    if (cell === 'in quotes') cell = letter === '"' ? 'after quotes' : cell;
    else if (letter === ',' || letter === '\n') {
      separators.push(at);
      cell = 'new';
    } else if (letter === '"' && cell !== 'plain') cell = 'in quotes';
    else if (cell === 'new') cell = 'plain';
  }
  return separators;
}

test('cells and rows end where going byte by byte finds it, wherever the chunks are cut', () => {
  fc.assert(
    fc.property(anyText, cuts, (text, lengths) => {
      const bytes = Buffer.from(text);
      for (const [endOf, isFound] of [
        [endOfCell, () => true],
        [endOfRow, (at: number) => bytes[at] === 0x0a],
      ] as const) {
        const found: number[] = [];
        let state = atCellStart;
        let offset = 0;
        for (const chunk of cutUp(bytes, lengths)) {
          let end = endOf(chunk, 0, chunk.length, state);
          for (; end >= 0; end = endOf(chunk, end + 1, chunk.length)) found.push(offset + end);
          state = end;
          offset += chunk.length;
        }
        assert.deepEqual(found, separatorsOf(bytes).filter(isFound));
      }
    }),
    cases(5000),
  );
});
