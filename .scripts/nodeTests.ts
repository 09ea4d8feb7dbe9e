// The levels of tests, and how their files run: in processes, as many at a time as there are cores.
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import { logDir, maxSilenceMs, node24, root, run, SetupFailure } from './processes.ts';
import { countsIn, lastRunning, withoutPassed } from './progress.ts';
import type { Stage, StageResult, Time } from './stage.ts';

interface Level {
  readonly folder: string;
  /** How many processes share the files; a process for each unless given. */
  readonly processes?: number;
  /** Names of the files that take longest: begun last, one would run on alone. */
  readonly first?: readonly string[];
}

/** How many processes of tests, extension hosts and workbenches run at a time: all of them calculate. */
export const cores = availableParallelism();

export const levels = {
  /** Many small files: a process for each would take longer than the tests. */
  unit: { folder: 'test/unit', processes: cores },
  contract: { folder: 'test/contract', processes: cores, first: ['connections', 'responses', 'process'] },
  /** Rules that need many thousands of cases, or large files: too long for the check before each commit. */
  laws: { folder: 'test/laws', processes: cores, first: ['saves', 'mergeJson', 'faults', 'filterShape'] },
  package: { folder: 'test/package' },
  /** In one extension host. */
  integration: { folder: 'test/integration' },
  /** Pages in a browser without VS Code: one browser for each process. */
  pages: { folder: 'test/pages', processes: cores },
  /** Files that share a window: one for each process. With these files first, two processes take equally long. */
  uiTogether: { folder: 'test/ui/together', processes: cores, first: ['recovery', 'exports', 'table'] },
  /** Files that need a window of their own, because it has to be new or other. */
  uiAlone: { folder: 'test/ui/alone', first: ['stoppedHost', 'keyring', 'start'] },
} satisfies Record<string, Level>;

/** Test files below a folder, in one order on every machine. @param first names of those that come first */
export function testFiles(folder: string, first: readonly string[] = []): string[] {
  const files = globSync(`${folder}/**/*.test.ts`, { cwd: root }).toSorted();
  const early = first.flatMap((name) => files.filter((file) => path.basename(file, '.test.ts') === name));
  return [...new Set([...early, ...files])];
}

/**
 * The files of some levels that the names mean; all if none is given. A name means the files and the folders that are
 * called just so, or else every file whose path below the level's folder has it in it. Paths from the root do, too.
 */
export function chooseFiles(chosenLevels: readonly Level[], names: readonly string[]): string[] {
  const folders = chosenLevels.map(({ folder }) => folder);
  if (names.length === 0) return folders.flatMap((folder) => testFiles(folder));
  const chosen = names.flatMap((name) => {
    const level = folders.find((folder) => name.startsWith(`${folder}/`));
    const wanted = name.slice(level ? level.length + 1 : 0).replace(/(\.test)?\.ts$/, '');
    const find = (pattern: string): string[] =>
      folders.flatMap((folder) => globSync(`${folder}/**/${pattern}`, { cwd: root }));
    const exact = [...find(`${wanted}.test.ts`), ...find(path.posix.join(wanted, '**/*.test.ts'))];
    return exact.length > 0 ? exact : [...find(`*${wanted}*.test.ts`), ...find(`*${wanted}*/**/*.test.ts`)];
  });
  if (chosen.length > 0) return [...new Set(chosen)].toSorted();
  throw new SetupFailure(`No file of tests is called "${names.join('" or "')}" in ${folders.join(' and ')}.`);
}

/** Option of Node with which tests import components. */
export const readingTsx = `--import=${new URL('./readTsx.ts', import.meta.url).href}`;

/** Options of Node for tests, which have the session storage and the components of a page. */
export const testing = [...['--test', '--test-isolation=none', '--experimental-webstorage'], readingTsx];

/** Options of Node that make a process of tests print what `runJobs` reads. */
export const announcing = [
  `--import=${new URL('./announceTests.ts', import.meta.url).href}`,
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  ...[
    `--test-reporter=${new URL('./progress.ts', import.meta.url).href}`,
    '--test-reporter-destination=stdout',
  ],
];
/** Keeps what Node compiled for the next process. */
export const compiled = { NODE_COMPILE_CACHE: path.join(root, '.build/compiled') };

/** Runs work in one place for each core, also of what is no suite of tests. Who waits longest begins first. */
export const inPlace = pLimit(cores);

interface Job {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** For tests of this function. */
  readonly silenceMs?: number;
}

/** A stage of the tests of one level. */
export function nodeTests(name: string, level: Level, env: NodeJS.ProcessEnv = {}): Stage {
  const { folder, first, processes = Infinity } = level;
  return {
    name,
    async run() {
      const files = testFiles(folder, first);
      if (files.length === 0) return { passed: 0, failed: 1, output: `There are no tests in ${folder}.` };
      return runJobs(
        name,
        deal(files, processes).map((share) => ({
          name: share.length === 1 ? path.basename(share[0] ?? '', '.test.ts') : name,
          program: node24,
          args: [...testing, ...announcing, ...share],
          env: { ...process.env, ...compiled, ...env },
        })),
      );
    },
  };
}

/** Dealt in turn: files of one folder take about equally long, so they go to different processes. */
export const deal = (files: readonly string[], hands: number): string[][] =>
  Array.from({ length: Math.min(hands, files.length) }, (_, hand) =>
    files.filter((_file, index) => index % hands === hand),
  );

/** Runs jobs that print lines of progress.ts, each as soon as there is a place for it. @param name of the log that keeps their output */
export async function runJobs(name: string, jobs: readonly Job[]): Promise<StageResult> {
  const results = await Promise.all(jobs.map((job) => inPlace(() => runJob(job))));
  await mkdir(logDir, { recursive: true });
  const log = path.join(logDir, `${name.replaceAll(/\W+/g, '-')}.log`);
  await writeFile(log, results.map(({ output }) => output).join('\n'));
  const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
    results.reduce((total, result) => total + result[key], 0);
  const output = results.map((result) => withoutPassed(result.output)).join('\n');
  return {
    ...{ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
    output: `${output}\nFull output: ${path.relative(root, log)}`,
    times: results.flatMap(({ times }) => times),
  };
}

async function runJob({ name, program, args, env, silenceMs = maxSilenceMs }: Job) {
  const times = new Map<string, Time>();
  let current = name;
  let since = performance.now();
  const add = ({ wallMs = 0, processorMs = 0 }): void => {
    const before = times.get(current) ?? { name: current, wallMs: 0, processorMs: 0 };
    times.set(current, {
      name: current,
      wallMs: before.wallMs + wallMs,
      processorMs: before.processorMs + processorMs,
    });
  };
  const turnTo = (next = current): void => {
    add({ wallMs: performance.now() - since });
    since = performance.now();
    current = next;
  };
  const onOutput = (text: string): void => turnTo(lastRunning(text)?.file);
  const onProcessorTime = (processorMs: number): void => add({ processorMs });
  const options = { env, silenceMs, onOutput, onProcessorTime };
  const { code, output, wasSilent } = await run(program, args, options);
  turnTo();
  const { passed, failed, skipped } = countsIn(output);
  const running = lastRunning(output);
  const moment = running
    ? `while “${running.test}” of ${running.file} was running`
    : 'before the first test began';
  const silence = `✖ Nothing was printed for ${silenceMs / 60_000} minutes ${moment}. The process was ended.`;
  return {
    passed,
    failed: code !== 0 && failed === 0 ? 1 : failed, // a process that ends badly failed, whatever it counted
    skipped,
    output: wasSilent ? `${output}\n${silence}` : output,
    times: [...times.values()],
  };
}
