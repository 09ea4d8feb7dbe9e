import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { endOfValue, unfinished } from '#exports/scan/jsonScanner.ts';
import { cases } from '../../../cases.ts';

const spacing = fc.constantFrom(undefined, 1, '\t', '\r\n');

/** Mostly what matters to the scanner, valid or not. */
const anyText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', ' ', '\\"') },
      { weight: 1, arbitrary: fc.constantFrom('a', '1', 'é', '𝄞', '\u00FF', '\0') },
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((pieces) => pieces.join(''));

test('a value ends where its text ends, whatever follows', () => {
  fc.assert(
    fc.property(fc.jsonValue(), spacing, fc.constantFrom(',', ']', '}', ' ', ',"'), (value, indent, next) => {
      const json = JSON.stringify(value, null, indent);
      const bytes = Buffer.from(json + next);
      assert.equal(endOfValue(bytes, 0, bytes.length), Buffer.byteLength(json));
    }),
    cases(2000),
  );
});

test('a value that is cut off anywhere is unfinished', () => {
  fc.assert(
    fc.property(fc.jsonValue(), spacing, fc.nat(), (value, indent, cut) => {
      const bytes = Buffer.from(JSON.stringify(value, null, indent));
      assert.equal(endOfValue(bytes, 0, cut % bytes.length), unfinished);
    }),
    cases(2000),
  );
});

/** The rules letter by letter, for a nested value. */
function modelOf(text: string): number {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (isInString) {
      if (letter === '\\') at++;
      else if (letter === '\n') return ~at;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if ('{['.includes(letter)) depth++;
    else if ('}]'.includes(letter) && --depth === 0) return at + 1;
  }
  return unfinished;
}

test('in bytes of any kind, a nested value ends where going letter by letter finds its end', () => {
  fc.assert(
    fc.property(fc.constantFrom('{', '['), anyText, (open, rest) => {
      const text = Buffer.from(open + rest).toString('latin1');
      const bytes = Buffer.from(text, 'latin1');
      assert.equal(endOfValue(bytes, 0, bytes.length), modelOf(text));
    }),
    cases(5000),
  );
});

test('a value may be nested a hundred thousand levels deep', () => {
  const bytes = Buffer.from(`${'['.repeat(1e5)}"]"${']'.repeat(1e5)},`);
  assert.equal(endOfValue(bytes, 0, bytes.length), bytes.length - 1);
});
