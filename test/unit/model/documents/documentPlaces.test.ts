import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import * as fc from 'fast-check';
import {
  findCohortReferences,
  findServiceKeyFolds,
  moveSpan,
  type SpanChange,
} from '#model/documents/documentPlaces.ts';
import { cases } from '../../../cases.ts';

function apply(text: string, changes: readonly SpanChange[]): string {
  return changes.reduce(
    (now, { rangeOffset, rangeLength, text: put }) =>
      now.slice(0, rangeOffset) + put + now.slice(rangeOffset + rangeLength),
    text,
  );
}

describe('a place in a text', () => {
  it('still holds the same text after any changes beside it, and is gone after one inside', () => {
    const cut = fc.record({ at: fc.nat(30), length: fc.nat(6), put: fc.string({ maxLength: 4 }) });
    fc.assert(
      fc.property(
        fc.nat(30),
        fc.integer({ min: 1, max: 8 }),
        fc.array(cut, { maxLength: 4 }),
        (from, size, cuts) => {
          const text = Array.from({ length: 40 }, (_, index) => String.fromCharCode(0xe000 + index)).join('');
          const place = { from, to: from + size };
          let end = text.length;
          const changes = cuts
            .toSorted((a, b) => b.at - a.at)
            .flatMap(({ at, length, put }) => {
              if (at >= end) return [];
              const rangeLength = Math.min(length, end - at);
              end = at;
              return [{ rangeOffset: at, rangeLength, text: put }];
            });
          const isTouched = changes.some(
            ({ rangeOffset, rangeLength }) =>
              rangeOffset < place.to && rangeOffset + rangeLength > place.from,
          );
          const moved = moveSpan(place, changes);
          if (isTouched) return assert.equal(moved, undefined);
          assert.ok(moved);
          assert.equal(apply(text, changes).slice(moved.from, moved.to), text.slice(place.from, place.to));
        },
      ),
      cases(10_000),
    );
  });

  it('is not touched by what is put in right before or behind it', () => {
    const place = { from: 3, to: 5 };
    const insert = (rangeOffset: number) => moveSpan(place, [{ rangeOffset, rangeLength: 0, text: 'ab' }]);
    assert.deepEqual([insert(3), insert(4), insert(5)], [{ from: 5, to: 7 }, undefined, place]);
  });
});

test('the cohorts of a text are found in all groups, as numbers and as texts', () => {
  const text = `{"properties": {"type": "OR", "values": [
    {"type": "cohort", "key": "id", "value": 7},
    {"type": "AND", "values": [{"type": "static-cohort", "key": "id", "value": "12"}]},
    {"type": "cohort", "key": "id", "value": null},
    {"type": "person", "key": "id", "value": 8}
  ]}}`;
  const found = findCohortReferences(text, 'cohort');
  assert.deepEqual(
    found.map(({ id, from, to }) => [id, text.slice(from, to)]),
    [
      [7, '7'],
      [12, '"12"'],
    ],
  );
});

test('a text that is no JSON refers to no cohort', () => {
  assert.deepEqual(findCohortReferences('{"properties": ', 'cohort'), []);
});

const filters = (...values: object[]) => ({ properties: { type: 'AND', values } });
const leaf = { key: 'plan', bytecode: ['_H', 1], conditionHash: 'x' };

test('a fold hides the lines of the service’s keys, and the line above them stays', () => {
  const text = JSON.stringify(filters(leaf, { ...leaf, type: 'person' }), null, 2);
  const lines = text.split('\n');
  const shown = findServiceKeyFolds(text).map(({ start, end }) => [lines[start]?.trim(), lines[end]?.trim()]);
  assert.deepEqual(shown, [
    ['"key": "plan",', '"conditionHash": "x"'],
    ['"key": "plan",', '"conditionHash": "x",'],
  ]);
});

test('keys that share a line with others have no fold', () => {
  assert.deepEqual(findServiceKeyFolds(JSON.stringify(filters(leaf))), []);
});
