import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Ids of all processes that descend from one, at this moment. */
export function descendantsOf(pid: number): number[] {
  const children = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const found: number[] = [];
  const waiting = [pid];
  for (const next of waiting) {
    const own = (children.get(next) ?? []).map((process) => process.pid);
    found.push(...own);
    waiting.push(...own);
  }
  return found;
}

export function isAlive(pid: number): boolean {
  return allProcesses().some((process) => process.pid === pid);
}

/** The command line of a process; empty once it has ended. */
export function commandOf(pid: number): string {
  if (existsSync('/proc/self/stat')) return readProc(`${pid}/cmdline`).replaceAll('\0', ' ');
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

interface Process {
  readonly pid: number;
  readonly parent: number;
}

/** Without those that have ended and only wait to be counted by their parent. */
function allProcesses(): Process[] {
  return existsSync('/proc/self/stat') ? fromProc() : fromPs();
}

function fromProc(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = readProc(`${name}/stat`);
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it can hold spaces
    return state === undefined || state === 'Z' || state === ''
      ? []
      : { pid: Number(name), parent: Number(parent) };
  });
}

function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

function fromPs(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : { pid: Number(pid), parent: Number(parent) };
  });
}
