import assert from 'node:assert/strict';
import test from 'node:test';
import { withEmptyParts } from '#exports/compare/withEmptyParts.ts';

const part = (files: number, persons: number, isChanged = false) => ({ files, persons, isChanged });

test('a file whose persons are all in another one has a part of its own, with nobody in it', () => {
  assert.deepEqual(withEmptyParts([part(0b01, 1876), part(0b11, 644)], 2), [
    part(0b01, 1876),
    part(0b11, 644),
    part(0b10, 0),
  ]);
});

test('files without a person in common say so for each pair, and for all', () => {
  const three = withEmptyParts([part(0b001, 3), part(0b010, 2), part(0b100, 1)], 3);
  assert.deepEqual(three.slice(3), [part(0b011, 0), part(0b101, 0), part(0b110, 0), part(0b111, 0)]);
});

test('persons who are in both and have changed are not also counted as nobody in both', () => {
  assert.deepEqual(withEmptyParts([part(0b11, 5, true), part(0b01, 1), part(0b10, 1)], 2).slice(3), []);
});
