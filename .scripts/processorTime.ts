// The processor time of a process and of all that it has started, detached ones too. Linux only: from /proc.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const intervalMs = 1000;
/** The kernel counts in hundredths of a second for programs, whatever its own clock is. */
const msPerTick = 10;
const hasProc = existsSync('/proc/self/stat');

/**
 * Calls `add` about every second with the milliseconds used since the last call. The last second of a process that ends is
 * not counted. @returns ends it
 */
export function watchProcessorTime(pid: number, add: (ms: number) => void): () => void {
  if (!hasProc) return () => {};
  let lastMs = 0;
  const timer = setInterval(() => {
    const totalMs = treeMs(pid);
    // A process that ends without its parent's wait takes its time with it: the total falls, and nothing is added.
    if (totalMs > lastMs) add(totalMs - lastMs);
    lastMs = totalMs;
  }, intervalMs);
  return () => clearInterval(timer);
}

/** With the time of children that have ended and were waited for. */
function treeMs(root: number): number {
  const found = new Map<number, { readonly ms: number; readonly parent: number }>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const stat = readStat(name);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it can hold spaces
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    found.set(Number(name), { ms: ticks * msPerTick, parent: Number(fields[1]) });
  }
  const ids = [root];
  for (const id of ids) ids.push(...[...found.keys()].filter((one) => found.get(one)?.parent === id));
  return ids.reduce((sum, id) => sum + (found.get(id)?.ms ?? 0), 0);
}

function readStat(id: string): string {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
