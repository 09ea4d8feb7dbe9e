// @ts-check
// The processes of this machine: what descends from one, and the processor time of all of that. From /proc, else from `ps`.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const intervalMs = 1000;
/** The kernel counts in hundredths of a second for programs, whatever its own clock is. */
const msPerTick = 10;

/**
 * @typedef {object} Process
 * @property {number} pid
 * @property {number} parent
 * @property {number} ms processor time, with that of those of its children that have ended; 0 from `ps`
 */

/** Ids of all processes that descend from one, at this moment, detached ones too. @param {number} pid */
export function descendantsOf(pid) {
  return descendantsAmong(allProcesses(), pid).map((process) => process.pid);
}

/** @param {number} pid */
export function isAlive(pid) {
  return allProcesses().some((process) => process.pid === pid);
}

/** The command line of a process; empty once it has ended. @param {number} pid */
export function commandOf(pid) {
  if (hasProc) return readProc(`${pid}/cmdline`).replaceAll('\0', ' ');
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** What is watched: the id of its first process → its last known total, and who is given what was added. @type {Map<number, { totalMs: number, add: (ms: number) => void }>} */
const watched = new Map();
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/**
 * Calls `add` about every second with the processor time used since the last call; never without /proc. The last second of a
 * process that ends is not counted.
 * @param {number} pid
 * @param {(ms: number) => void} add
 * @returns {() => void} ends it
 */
export function watchProcessorTime(pid, add) {
  if (!hasProc) return () => undefined;
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
  const processes = allProcesses();
  for (const [pid, entry] of watched) {
    const own = processes.filter((process) => process.pid === pid);
    const totalMs = [...own, ...descendantsAmong(processes, pid)].reduce((sum, { ms }) => sum + ms, 0);
    // A process that ends without its parent's wait takes its time with it: the total falls, and nothing is added.
    if (totalMs > entry.totalMs) entry.add(totalMs - entry.totalMs);
    entry.totalMs = totalMs;
  }
}

/** @param {readonly Process[]} processes @param {number} pid */
function descendantsAmong(processes, pid) {
  /** @type {Map<number, Process[]>} */
  const children = new Map();
  for (const process of processes) {
    const siblings = children.get(process.parent);
    if (siblings) siblings.push(process);
    else children.set(process.parent, [process]);
  }
  const found = [...(children.get(pid) ?? [])];
  for (const next of found) found.push(...(children.get(next.pid) ?? []));
  return found;
}

const hasProc = existsSync('/proc/self/stat');

/** Without those that have ended and only wait to be counted by their parent. @returns {Process[]} */
function allProcesses() {
  return hasProc ? fromProc() : fromPs();
}

function fromProc() {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = readProc(`${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it can hold spaces
    const [state, parent] = fields;
    if (!state || state === 'Z') return [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid: Number(name), parent: Number(parent), ms: ticks * msPerTick };
  });
}

/** @param {string} file */
function readProc(file) {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

function fromPs() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : { pid: Number(pid), parent: Number(parent), ms: 0 };
  });
}
