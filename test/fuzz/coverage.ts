import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

type Range = readonly [start: number, end: number];
/** A function and the parts of it that no run has reached yet. */
type Unreached = readonly [name: string, parts: readonly Range[]];

/** What of src has run, as V8 counts it. */
export class Coverage {
  readonly #session = new Session();
  readonly #unreached = new Map<string, readonly Range[]>();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  get functions(): number {
    return this.#unreached.size;
  }

  keep(found: readonly Unreached[]): void {
    for (const [name, parts] of found) this.#unreached.set(name, parts);
  }

  /** The functions that ran since the last call for the first time, or in a part that is not kept as reached. */
  takeNew(): readonly Unreached[] {
    const found: Unreached[] = [];
    for (const { url, functions } of this.#take()) {
      if (!url.includes('/src/')) continue;
      for (const { ranges } of functions) {
        const [whole] = ranges;
        if (whole === undefined || whole.count === 0) continue;
        const name = `${url} ${whole.startOffset} ${whole.endOffset}`;
        const known = this.#unreached.get(name);
        const idle = ranges.filter(({ count }) => count === 0);
        const parts = idle.map(({ startOffset, endOffset }): Range => [startOffset, endOffset]);
        const left = known === undefined ? parts : overlaps(known, parts);
        if (known === undefined || lengthOf(left) < lengthOf(known)) found.push([name, left]);
      }
    }
    return found;
  }

  #take(): readonly Profiler.ScriptCoverage[] {
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    // The session is this process's own, so that the answer comes before `post` returns.
    this.#session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      scripts = result;
    });
    return scripts;
  }
}

/** V8 joins neighbors that ran equally often, so that the same part comes in other ranges each time. */
function overlaps(some: readonly Range[], others: readonly Range[]): readonly Range[] {
  return some.flatMap(([start, end]) =>
    others
      .map(([from, to]): Range => [Math.max(start, from), Math.min(end, to)])
      .filter(([from, to]) => from < to),
  );
}

function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}
