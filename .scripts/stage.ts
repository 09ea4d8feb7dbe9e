// A stage of the checks and tests: what it is, and how it is shown.
import { secondsSince } from './processes.ts';

export interface Time {
  /** A file of tests, or a whole job. */
  readonly name: string;
  readonly wallMs: number;
  /** 0 on other systems than Linux. */
  readonly processorMs: number;
}

export interface StageResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: number;
  /** Stands behind the counts. */
  readonly note?: string;
  /** Shown in full if something failed. */
  readonly output: string;
  readonly times?: readonly Time[];
}

export interface Stage {
  readonly name: string;
  readonly run: () => Promise<StageResult>;
}

type NamedResult = StageResult & { readonly name: string };

/** How many files the table of times names. */
const maxFiles = 25;

/** Runs stages at the same time; prints one line for each as it ends, and the output of a failed one. */
export async function runStages(stages: readonly Stage[]): Promise<NamedResult[]> {
  return Promise.all(
    stages.map(async ({ name, run }) => {
      const startedAt = performance.now();
      const result: StageResult = await run().catch((error: unknown) => ({
        passed: 0,
        failed: 1,
        output: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }));
      const { passed, failed, skipped, note, output } = result;
      const times = result.times ?? [{ name, wallMs: performance.now() - startedAt, processorMs: 0 }];
      const more = [failed && `${failed} failed`, skipped && `${skipped} skipped`, note].filter(Boolean);
      const time = secondsSince(startedAt).padStart(8);
      console.log(
        `${failed ? '✖' : '✔'} ${name.padEnd(22)} ${time}   ${[`${passed} passed`, ...more].join(', ')}`,
      );
      if (failed > 0) console.log(`${output.trimEnd()}\n`);
      return { ...result, name, times };
    }),
  );
}

/** The last line of all, and the exit code of this process. @returns how many failed */
export function printTotal(results: readonly StageResult[]): number {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
  return failed;
}

/** How the time was spent: in the processes of each stage, then in the files that took longest. */
export function tableOfTimes(results: readonly NamedResult[]): string {
  const total = (name: string, times: readonly Time[]): Time => ({
    name,
    wallMs: times.reduce((sum, { wallMs }) => sum + wallMs, 0),
    processorMs: times.reduce((sum, { processorMs }) => sum + processorMs, 0),
  });
  const stages = results.map(({ name, times = [] }) => total(name, times));
  const files = results.flatMap(({ name, times = [] }) =>
    times.length > 1 ? times.map((time) => ({ ...time, name: `${name}: ${time.name}` })) : [],
  );
  const slowest = files.toSorted((a, b) => b.wallMs - a.wallMs).slice(0, maxFiles);
  const row = (name: string, processor: string, wall: string) =>
    `${name.padEnd(44)} ${processor.padStart(10)} ${wall.padStart(10)}`;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    row('', 'processor', 'wall'),
    ...[...stages, total('all stages', stages), ...slowest].map(({ name, processorMs, wallMs }) =>
      row(name, seconds(processorMs), seconds(wallMs)),
    ),
  ].join('\n');
}
