// How long the tasks of a page's main thread take, from Chromium's trace: on the clock, and of the processor. On a busy machine
// a task is also long on the clock because other processes ran meanwhile. The browser's own list of long tasks has no more
// than that clock.
import type { Browser } from 'playwright-core';

export interface TaskTimes {
  readonly clockMs: number;
  /** Without `collectionMs`. */
  readonly processorMs: number;
  /** Of the processor, for a full garbage collection: it is of one heap, which the window and all its pages share. */
  readonly collectionMs: number;
}

/** What `work` puts around the tasks that count: `performance.mark` of these names, in the page. */
export const firstMark = 'first task';
export const lastMark = 'last task';

/** In Chromium's trace format. Times are microseconds; `tdur` is time of the processor. Only what lasts has the last two. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const categories = ['toplevel', 'v8', 'blink.user_timing'];
const taskName = 'ThreadControllerImpl::RunTask';
/** A full collection and the steps that prepare one; what is collected of new objects alone counts as the page's work. */
const collectionNames: ReadonlySet<string> = new Set(['MajorGC', 'V8.GCIncrementalMarking']);

export async function traceTasks(browser: Browser, work: () => Promise<void>): Promise<readonly TaskTimes[]> {
  const client = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }: { readonly value: readonly unknown[] }) =>
    events.push(...value.filter(isTraceEvent)),
  );
  const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
  const traceConfig = { includedCategories: categories, excludedCategories: ['*'] };
  await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await work();
  await client.send('Tracing.end');
  await complete;
  await client.detach();
  return tasksOf(events);
}

function tasksOf(events: readonly TraceEvent[]): readonly TaskTimes[] {
  const first = events.find(({ name }) => name === firstMark);
  const last = events.find(({ name }) => name === lastMark);
  if (!first || !last) throw new Error('the trace lacks the marks of its work');
  const ofThread = events.filter(
    ({ pid, tid, ts }) => pid === first.pid && tid === first.tid && ts >= first.ts && ts <= last.ts,
  );
  const collections = ofThread.filter(({ name }) => collectionNames.has(name));
  return ofThread
    .filter(({ name }) => name === taskName)
    .map(({ ts, dur = Number.NaN, tdur = Number.NaN }) => {
      const inTask = collections.filter((one) => one.ts >= ts && one.ts < ts + dur);
      const collectionUs = inTask.reduce((sum, one) => sum + (one.tdur ?? Number.NaN), 0);
      return {
        clockMs: dur / 1000,
        processorMs: (tdur - collectionUs) / 1000,
        collectionMs: collectionUs / 1000,
      };
    });
}

function isTraceEvent(value: unknown): value is TraceEvent {
  return typeof value === 'object' && value !== null && 'name' in value && 'ts' in value && 'tid' in value;
}
