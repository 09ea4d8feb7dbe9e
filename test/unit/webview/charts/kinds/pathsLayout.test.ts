import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutPaths, namedPlaces, numberedLinks } from '#webview/charts/kinds/pathsLayout.ts';

test('a page that leads to 60 others has ways of a visible width, in proportion, within the tile', () => {
  const names = Array.from({ length: 60 }, (_, at) => `/page-${at}`);
  const links = names.map((_, at) => ({ source: 0, target: at + 1, value: 60 - at, seconds: undefined }));
  const shown = { shown: 60, total: 60 };
  const model = { kind: 'paths', nodes: ['/', ...names], links, isCircular: false, shown } as const;
  for (const height of [160, 320, 600]) {
    const graph = layoutPaths(model, { width: 400, height });
    const widths = graph.links.map(({ width = 0 }) => width);
    const all = widths.reduce((sum, width) => sum + width, 0);
    assert.ok(all > 0.4 * height, `${height} px: ${all}`);
    assert.ok(Math.abs((widths[0] ?? 0) / (widths.at(-1) ?? 0) - 60) < 0.01);
    for (const { y0 = 0, y1 = 0 } of graph.nodes) assert.ok(y0 >= 0 && y1 <= height);
  }
});

test('each of 25 small targets has its name where a line of text fits, and no two names cover each other', () => {
  const names = Array.from({ length: 25 }, (_, at) => `/page-${at}`);
  const links = names.map((_, at) => ({
    source: 0,
    target: at + 1,
    value: Math.round(1000 / (at + 1)),
    seconds: undefined,
  }));
  const shown = { shown: 25, total: 25 };
  const model = { kind: 'paths', nodes: ['/', ...names], links, isCircular: false, shown } as const;
  const namesIn = (height: number) =>
    [...namedPlaces(layoutPaths(model, { width: 600, height }).nodes)].filter(({ depth }) => depth === 1);
  const roomy = namesIn(700);
  assert.equal(roomy.length, 25);
  assert.ok(roomy.some(({ y0 = 0, y1 = 0 }) => y1 - y0 < 9));
  const tight = namesIn(220).map(({ y0 = 0, y1 = 0 }) => (y0 + y1) / 2);
  assert.ok(tight.length > 1 && tight.length < 25);
  const sorted = tight.toSorted((a, b) => a - b);
  sorted.slice(1).forEach((middle, at) => assert.ok(middle - (sorted[at] ?? 0) >= 13));
});

test('a link has its number at its middle where that covers no name and no wider link’s number', () => {
  const links = [
    [0, 2, 90],
    [1, 3, 80],
    [0, 3, 2],
  ].map(([source = 0, target = 0, value = 0]) => ({ source, target, value, seconds: undefined }));
  const shown = { shown: 3, total: 3 };
  const model = { kind: 'paths', nodes: ['/a', '/b', '/c', '/d'], links, isCircular: false, shown } as const;
  const graph = layoutPaths(model, { width: 400, height: 300 });
  const valuesBeside = (names: Parameters<typeof numberedLinks>[1], widthPx = 20) =>
    Array.from(numberedLinks(graph.links, names, () => widthPx).keys(), ({ value }) => value);
  assert.deepEqual(valuesBeside([]), [90, 80], 'the last one is too narrow');
  const [first] = numberedLinks(graph.links, [], () => 20).values();
  assert.ok(first);
  assert.equal((first.left + first.right) / 2, 200);
  assert.deepEqual(valuesBeside([first]), [80]);
  assert.deepEqual(valuesBeside([{ left: 0, right: 150, middle: first.middle }], 80), [90, 80]);
  assert.deepEqual(valuesBeside([{ left: 0, right: 156, middle: first.middle }], 80), [80]);
});
