import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type BenchRow, printRows } from '../../test/bench/row.ts';
import { root } from '../setup/paths.mjs';

/** The exports of a file of test/bench. */
interface Bench {
  readonly bench: () => Promise<readonly BenchRow[]>;
}

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true });
const files = globSync('test/bench/**/*.bench.ts', { cwd: root }).toSorted();
const chosen = files.filter(
  (file) => positionals.length === 0 || positionals.some((name) => file.includes(name)),
);
const all: BenchRow[] = [];
for (const file of chosen) {
  const module: unknown = await import(pathToFileURL(path.join(root, file)).href);
  if (!isBench(module)) throw new Error(`${file} exports no bench()`);
  const rows = await module.bench();
  printRows(rows);
  all.push(...rows);
}
if (chosen.length === 0) console.log('There are no benches of that name in test/bench.');
if (values.json) await writeFile(values.json, `${JSON.stringify(all, null, 2)}\n`);

function isBench(module: unknown): module is Bench {
  return (
    typeof module === 'object' && module !== null && 'bench' in module && typeof module.bench === 'function'
  );
}
