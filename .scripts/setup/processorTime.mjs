// @ts-check
// The processor time of processes with all that they have started, detached ones too. Linux only: from /proc.
import { readdirSync, readFileSync } from 'node:fs';

const intervalMs = 1000;
/** The kernel counts in hundredths of a second for programs, whatever its own clock is. */
const msPerTick = 10;

/** What is watched: the id of its first process → its last known total, and who is given what was added. @type {Map<number, { totalMs: number, add: (ms: number) => void }>} */
const watched = new Map();
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/**
 * Calls `add` about every second with the processor time used since the last call. The last second of a process that
 * ends is not counted.
 * @param {number} pid
 * @param {(ms: number) => void} add
 * @returns {() => void} ends it
 */
export function watchProcessorTime(pid, add) {
  watched.set(pid, { totalMs: 0, add });
  timer ??= setInterval(sample, intervalMs);
  return () => {
    watched.delete(pid);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function sample() {
  const processes = readProcesses();
  for (const [pid, entry] of watched) {
    const totalMs = treeMs(processes, pid);
    // A process that ends without its parent's wait takes its time with it: the total falls, and nothing is added.
    if (totalMs > entry.totalMs) entry.add(totalMs - entry.totalMs);
    entry.totalMs = totalMs;
  }
}

/** @typedef {{ ms: number, children: number[] }} Process with the time of those of its children that have ended */

/** @returns {Map<number, Process>} empty on other systems */
function readProcesses() {
  /** @type {Map<number, Process & { parent: number }>} */
  const found = new Map();
  for (const name of readOrNothing(() => readdirSync('/proc'), [])) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readOrNothing(() => readFileSync(`/proc/${name}/stat`, 'utf8'), '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it can hold spaces
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    if (fields.length > 15)
      found.set(Number(name), { ms: ticks * msPerTick, children: [], parent: Number(fields[1]) });
  }
  for (const [pid, { parent }] of found) found.get(parent)?.children.push(pid);
  return found;
}

/** @template T @param {() => T} read @param {T} nothing if there is no /proc, or the process has ended */
function readOrNothing(read, nothing) {
  try {
    return read();
  } catch {
    return nothing;
  }
}

/** @param {Map<number, Process>} processes @param {number} pid @returns {number} */
function treeMs(processes, pid) {
  const { ms, children } = processes.get(pid) ?? { ms: 0, children: [] };
  return children.reduce((sum, child) => sum + treeMs(processes, child), ms);
}
