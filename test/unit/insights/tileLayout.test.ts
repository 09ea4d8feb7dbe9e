import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { placeTiles, readLayout } from '#insights/tileLayout.ts';

const at = (x: unknown, y: unknown, w: unknown, h: unknown) =>
  readLayout({ layouts: { sm: { x, y, w, h } } });

describe('a tile’s place', () => {
  test('is read from numbers and from text', () => {
    assert.deepEqual(at('6', 5, '6', 5).wide, { x: 6, y: 5, w: 6, h: 5 });
  });

  test('is undefined if it is invalid', () => {
    const odd = [
      at(-1, 0, 1, 1),
      at(12, 0, 1, 1),
      at(0, 0, 0, 1),
      at('left', 0, 1, 1),
      at(0, Infinity, 1, 1),
    ];
    assert.deepEqual(
      odd.map(({ wide }) => wide),
      odd.map(() => undefined),
    );
    assert.deepEqual(readLayout({ layouts: {} }), { wide: undefined, narrow: undefined });
    assert.deepEqual(readLayout(null), { wide: undefined, narrow: undefined });
  });

  test('is limited to the columns of the page and to a reasonable height', () => {
    assert.deepEqual(at(8, 0, 90, 5000).wide, { x: 8, y: 0, w: 4, h: 30 });
  });
});

describe('tiles', () => {
  test('stand where their layout has them', () => {
    const placed = placeTiles([at(6, 0, 6, 5), at(0, 0, 6, 5), at(0, 5, 12, 3)], false);
    assert.deepEqual(placed, [
      { x: 6, y: 0, w: 6, h: 5 },
      { x: 0, y: 0, w: 6, h: 5 },
      { x: 0, y: 5, w: 12, h: 3 },
    ]);
  });

  test('do not overlap, and leave no gap, however far down their layout has them', () => {
    const placed = placeTiles([at(0, 0, 6, 5), at(0, 2, 6, 5), at(0, 1e9, 12, 2)], false);
    assert.deepEqual(
      placed.map(({ y }) => y),
      [0, 5, 10],
    );
  });

  test('without a place follow, two in a row', () => {
    const placed = placeTiles([{}, {}, {}], false);
    assert.deepEqual(
      placed.map(({ x, y }) => [x, y]),
      [
        [0, 0],
        [6, 0],
        [0, 5],
      ],
    );
  });

  test('on one column are ordered from top to bottom and left to right', () => {
    const placed = placeTiles([at(6, 0, 6, 4), at(0, 0, 6, 5), {}], true);
    assert.deepEqual(
      placed.map(({ x, y, w }) => [x, y, w]),
      [
        [0, 5, 1],
        [0, 0, 1],
        [0, 9, 1],
      ],
    );
  });
});
