import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../setup/paths.mjs';

/** One measured number; its name stays the same for ever, so that runs can be compared. */
export interface Row {
  readonly name: string;
  readonly value: number;
  /** Such as `×`, `ms`, `MB`. */
  readonly unit: string;
  /** Such as `≤ 1.10`. */
  readonly goal: string;
}

/** What a file of test/bench exports. */
interface Bench {
  readonly rows: () => Promise<readonly Row[]>;
}

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true });
const files = globSync('test/bench/**/*.bench.ts', { cwd: root }).toSorted();
const chosen = files.filter(
  (file) => positionals.length === 0 || positionals.some((name) => file.includes(name)),
);
const all: Row[] = [];
for (const file of chosen) {
  const bench: unknown = await import(pathToFileURL(path.join(root, file)).href);
  if (!isBench(bench)) throw new Error(`${file} exports no rows()`);
  const rows = await bench.rows();
  for (const row of rows) console.log(lineOf(row));
  all.push(...rows);
}
if (chosen.length === 0) console.log('There are no benches of that name in test/bench.');
if (values.json) await writeFile(values.json, `${JSON.stringify(all, null, 2)}\n`);

function isBench(module: unknown): module is Bench {
  return (
    typeof module === 'object' && module !== null && 'rows' in module && typeof module.rows === 'function'
  );
}

function lineOf({ name, value, unit, goal }: Row): string {
  const figure = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return `${name.padEnd(52)} ${figure.padStart(10)} ${unit.padEnd(4)} goal ${goal}`;
}
