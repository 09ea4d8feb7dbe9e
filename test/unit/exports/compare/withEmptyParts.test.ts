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

test('where properties are compared, nobody has changed is an answer, and so is that everybody has', () => {
  const left = [part(0b01, 1), part(0b10, 1)];
  const same = withEmptyParts([part(0b11, 5), ...left], 2, true);
  assert.deepEqual(same.slice(3), [part(0b11, 0, true)]);
  const changed = withEmptyParts([part(0b11, 5, true), ...left], 2, true);
  assert.deepEqual(changed.slice(3), [part(0b11, 0)]);
});
