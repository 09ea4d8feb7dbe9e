// npm run bench: measures what test/bench names and prints a table.
//   npm run bench [-- --json FILE] [-- NAME …]    --json also writes the rows; NAMEs choose files of test/bench
//   npm run bench -- --against REVISION [NAME …]    measures that revision and this tree by turns, side by side
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type BenchRow, median, printRows } from './row.ts';
import { npmCommand } from '../../.scripts/npm.mjs';
import { command, root, run, SetupFailure, step, whenInterrupted } from '../../.scripts/processes.ts';

const turns = 3;

type Row = Pick<BenchRow, 'name' | 'value' | 'unit'>;

interface Turn {
  readonly before: readonly Row[];
  readonly now: readonly Row[];
}

async function main(): Promise<void> {
  const { values, positionals: names } = parseArgs({
    options: { json: { type: 'string' }, against: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.against !== undefined) return benchAgainst(values.against, names);
  const files = globSync('test/bench/**/*.bench.ts', { cwd: root }).toSorted();
  const chosen = files.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
  const all: BenchRow[] = [];
  for (const file of chosen) {
    const { bench }: { bench: () => Promise<readonly BenchRow[]> } = await import(
      pathToFileURL(path.join(root, file)).href
    );
    const rows = await bench();
    printRows(rows);
    all.push(...rows);
  }
  if (chosen.length === 0) throw new SetupFailure('There are no benches of that name in test/bench.');
  if (values.json) await writeFile(values.json, `${JSON.stringify(all, null, 2)}\n`);
}

/** The other revision is in a worktree of its own meanwhile. */
async function benchAgainst(revision: string, names: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-bench-'));
  const tree = path.join(folder, 'tree');
  const remove = async () => {
    await run('git', ['worktree', 'remove', '--force', tree]);
    await rm(folder, { recursive: true, force: true });
  };
  whenInterrupted(remove);
  try {
    await must(['git', 'worktree', 'add', '--detach', tree, revision], root);
    const measured: Turn[] = [];
    for (let turn = 1; turn <= turns; turn++) {
      const of = `Turn ${turn} of ${turns}`;
      const before = await step(`${of}: ${revision}`, () =>
        measure(tree, path.join(folder, 'rows.json'), names),
      );
      const now = await step(`${of}: this tree`, () => measure(root, path.join(folder, 'rows.json'), names));
      measured.push({ before, now });
    }
    for (const line of sideBySide(revision, measured)) console.log(line);
  } finally {
    await remove();
  }
}

async function measure(tree: string, json: string, names: readonly string[]): Promise<Row[]> {
  await must([...npmCommand, 'run', 'bench', '--', '--json', json, ...names], tree); // which installs first
  return JSON.parse(await readFile(json, 'utf8'));
}

async function must([program = '', ...args]: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(program, args, { cwd });
  if (code !== 0) throw new SetupFailure(`${output}\n${program} ${args.join(' ')} failed.`);
}

/** A table of the medians of all turns. */
export function sideBySide(revision: string, measured: readonly Turn[]): string[] {
  const rows = measured.flatMap(({ before, now }) => [...before, ...now]);
  const units = new Map(rows.map(({ name, unit }) => [name, unit]));
  const width = Math.max(...[...units.keys()].map((name) => name.length), 0);
  const line = (name: string, ...cells: string[]): string =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(12))].join(' ');
  const medianOf = (name: string, side: keyof Turn): string => {
    const values = measured.flatMap((turn) => turn[side].filter((row) => row.name === name));
    return values.length === 0 ? '–' : median(values.map(({ value }) => value)).toFixed(3);
  };
  const figures = [...units].map(
    ([name, unit]) => `${line(name, medianOf(name, 'before'), medianOf(name, 'now'))} ${unit}`,
  );
  return [line('', revision.slice(0, 12), 'this tree'), ...figures];
}

if (process.argv[1] === import.meta.filename) await command(main);
