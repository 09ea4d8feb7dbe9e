// Coverage-guided fuzzing in one page of code: inputs are changed at random, and those that reach a part of src that no
// input reached before are kept, to be changed further. Jazzer.js does the same and more, but its addon wants a newer C
// library than many machines have that run these tests.
import { Coverage } from './coverage.ts';
import { createRandom, mutate } from './mutate.ts';

export interface Target {
  /** Throws if a rule is broken. */
  readonly run: (this: void, input: Buffer) => void;
  readonly seeds: readonly string[];
  /** Tokens that random changes would not produce. */
  readonly words: readonly string[];
}

export interface Outcome {
  readonly runs: number;
  /** Inputs that reached something new, the seeds not counted. */
  readonly kept: number;
  readonly functions: number;
  readonly finding: { readonly input: Buffer; readonly error: unknown } | undefined;
}

/** Reading the coverage takes as long as hundreds of runs, so that it is read less often when nothing new is found. */
const minBatch = 50;
const maxBatch = 3200;

/** For `seconds` of the processor's time, so that a busy machine does not try less. `seed` repeats a run. */
export function fuzz(target: Target, seconds: number, seed: number): Outcome {
  const random = createRandom(seed);
  const coverage = new Coverage();
  const corpus: Buffer[] = target.seeds.map((text) => Buffer.from(text));
  const started = process.cpuUsage();
  const usedSeconds = (): number => (process.cpuUsage(started).user + process.cpuUsage(started).system) / 1e6;
  let runs = 0;
  let size = minBatch;
  let batch: readonly Buffer[] = [...corpus];
  for (;;) {
    for (const input of batch) {
      try {
        target.run(input);
      } catch (error) {
        return {
          runs,
          kept: corpus.length - target.seeds.length,
          functions: coverage.functions,
          finding: { input, error },
        };
      }
    }
    const reached = coverage.takeNew();
    if (runs === 0) coverage.keep(reached);
    else if (reached.length > 0) corpus.push(...findReaching(target, coverage, batch));
    size = reached.length > 0 ? minBatch : Math.min(size * 2, maxBatch);
    runs += batch.length;
    if (usedSeconds() > seconds) break;
    batch = Array.from({ length: size }, () => mutate(corpus, target.words, random));
  }
  return {
    runs,
    kept: corpus.length - target.seeds.length,
    functions: coverage.functions,
    finding: undefined,
  };
}

/** The first input of a batch that reaches something new, found by halves. The others are found again sooner or later. */
function findReaching(target: Target, coverage: Coverage, batch: readonly Buffer[]): readonly Buffer[] {
  for (const input of batch) target.run(input);
  const reached = coverage.takeNew();
  if (reached.length === 0) return [];
  if (batch.length === 1) {
    coverage.keep(reached);
    return batch;
  }
  const middle = Math.ceil(batch.length / 2);
  const found = findReaching(target, coverage, batch.slice(0, middle));
  return found.length > 0 ? found : findReaching(target, coverage, batch.slice(middle));
}
