// An exported name has one meaning in all of src: who searches for it finds one thing.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { root } from '../../.scripts/processes.ts';

/** Handlers of routes, which are imported by the name of their kind, and what VS Code calls. */
const expected = ['activate', 'create', 'list', 'retrieve', 'update'];

function exportsOf(file: string): readonly string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const entries = module.staticExports.flatMap((one) => one.entries);
  return entries.flatMap(({ exportName, moduleRequest }) =>
    moduleRequest || exportName.name === null ? [] : [exportName.name],
  );
}

test('no name is exported by two files of src, but for those that the importer qualifies', () => {
  const folder = path.join(root, 'src');
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /\.tsx?$/.test(file));
  const names = files.flatMap((file) => exportsOf(path.join(folder, file)));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  assert.deepEqual([...new Set(twice)].toSorted(), expected);
});
