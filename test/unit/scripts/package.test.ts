import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Metafile } from 'esbuild';
import { chunksOf, closure, filesWith, overLimit } from '../../../.scripts/package.ts';

type Output = Metafile['outputs'][string];
type Import = Output['imports'][number];

const output = (packages: readonly string[], imports: Import[]): Output => {
  const inputs = packages.map((name) => [`node_modules/${name}/index.js`, { bytesInOutput: 10 }] as const);
  return { bytes: 100, inputs: Object.fromEntries(inputs), imports, exports: [] };
};
const atOnce = (path: string): Import => ({ path, kind: 'import-statement' });
const later = (path: string): Import => ({ path, kind: 'dynamic-import' });

test('a file loads its static imports at once, however deep, and no dynamic ones', () => {
  const chunks = chunksOf({
    outputs: {
      'dist/a.js': output([], [atOnce('dist/chunks/b.js'), later('dist/lazy.js')]),
      'dist/chunks/b.js': output(['undici'], [atOnce('dist/c.js'), atOnce('dist/a.js')]),
      'dist/c.js': output([], [{ path: 'vscode', kind: 'import-statement', external: true }]),
      'dist/lazy.js': output(['zod', '@codemirror/view'], [atOnce('dist/c.js')]),
      'dist/a.js.map': output(['undici'], []),
    },
  });
  assert.deepEqual([...closure(chunks, 'a.js')], ['a.js', 'chunks/b.js', 'c.js']);
  assert.deepEqual(filesWith(chunks, 'undici'), ['chunks/b.js']);
  assert.deepEqual(filesWith(chunks, '@codemirror/view'), ['lazy.js']);
});

test('a package that was tree-shaken to nothing does not count', () => {
  const unused = { 'node_modules/zod/index.js': { bytesInOutput: 0 } };
  const chunks = chunksOf({ outputs: { 'dist/a.js': { ...output([], []), inputs: unused } } });
  assert.deepEqual(filesWith(chunks, 'zod'), []);
});

test('a size over its limit is named; one at its limit is not', () => {
  const sizes = [
    { name: 'entry', bytes: 40_001, limitBytes: 40_000 },
    { name: 'VSIX', bytes: 900_000, limitBytes: 900_000 },
    { name: 'other', bytes: 10_000_000 },
  ];
  assert.deepEqual(overLimit(sizes), ['entry: 40.0 kB, more than its limit of 40 kB']);
});
