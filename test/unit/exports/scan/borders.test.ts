import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import {
  endOfLine,
  endOfNesting,
  keptOfCsv,
  keptOfJson,
  lookAt,
  separatorsUpTo,
} from '#exports/scan/borders.ts';

/** Mostly what matters, in stretches that end inside a block of sixteen, at its edge, or blocks later. */
const bytes = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', '\n', '\\"', '""', '","') },
      { weight: 2, arbitrary: fc.nat({ max: 40 }).map((length) => 'a'.repeat(length)) },
      { weight: 1, arbitrary: fc.constantFrom('é', '𝄞', '\u007B', '\t', '\0', '\u00FF') },
    ),
    { maxLength: 80, size: 'max' },
  )
  .map((pieces) => Buffer.from(pieces.join('')));

const start = fc.nat({ max: 20 });
const numRuns = 5000;

/** The rules byte by byte. */
function nestingOf(text: Uint8Array, from: number, startDepth: number, target: number) {
  let depth = startDepth;
  let isInString = false;
  let isEscaped = false;
  for (let at = from; at < text.length; at++) {
    const letter = String.fromCharCode(text[at] ?? 0);
    if (isEscaped) isEscaped = false;
    else if (letter === '"') isInString = !isInString;
    else if (isInString) isEscaped = letter === '\\';
    else if ('{['.includes(letter)) depth++;
    else if ('}]'.includes(letter) && --depth === target) return { end: at + 1, kept: undefined };
  }
  return { end: -1, kept: { depth, isInString, isEscaped } };
}

function lineOf(text: Uint8Array, from: number, startCells: number, startsQuoted: boolean) {
  let cells = startCells;
  let isQuoted = startsQuoted;
  for (let at = from; at < text.length; at++) {
    const letter = String.fromCharCode(text[at] ?? 0);
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ',' && !isQuoted) cells++;
    else if (letter === '\n' && !isQuoted) return { end: at, kept: { cells, isQuoted } };
  }
  return { end: -1, kept: { cells, isQuoted } };
}

test('the end of a nesting is where going byte by byte finds it, and so is the state that is left', () => {
  fc.assert(
    fc.property(bytes, start, fc.integer({ min: 1, max: 4 }), (text, from, deeper) => {
      lookAt(text);
      const expected = nestingOf(text, from, 2 + deeper, 2);
      assert.equal(endOfNesting(from, text.length, 2 + deeper, 2), expected.end);
      if (expected.kept) assert.deepEqual(keptOfJson(), expected.kept);
    }),
    { numRuns },
  );
});

test('the end of a line and its cells are what going byte by byte finds', () => {
  fc.assert(
    fc.property(bytes, start, fc.nat({ max: 9 }), fc.boolean(), (text, from, cells, isQuoted) => {
      lookAt(text);
      const expected = lineOf(text, from, cells, isQuoted);
      assert.equal(endOfLine(from, text.length, cells, isQuoted), expected.end);
      assert.deepEqual(keptOfCsv(), expected.kept);
    }),
    { numRuns },
  );
});

test('the separators outside quotes are those that going byte by byte finds', () => {
  fc.assert(
    fc.property(bytes, fc.boolean(), (text, startsQuoted) => {
      let isQuoted = startsQuoted;
      const expected: number[] = [];
      for (const [at, byte] of text.entries()) {
        const letter = String.fromCharCode(byte);
        if (letter === '"') isQuoted = !isQuoted;
        else if (!isQuoted && (letter === ',' || letter === '\n')) expected.push(at);
      }
      lookAt(text);
      assert.deepEqual([...separatorsUpTo(text.length, startsQuoted)], expected);
      assert.equal(keptOfCsv().isQuoted, isQuoted);
    }),
    { numRuns },
  );
});
