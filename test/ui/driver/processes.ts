// The processes of this machine, for what has to be seen of them: from /proc, else from `ps`.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
}

/** Ids of all processes that descend from one, at this moment, detached ones too. */
export function descendantsOf(pid: number): number[] {
  const processes = allProcesses();
  const found = [pid];
  for (const next of found)
    found.push(...processes.filter(({ parent }) => parent === next).map((process) => process.pid));
  return found.slice(1);
}

export function isAlive(pid: number): boolean {
  return allProcesses().some((process) => process.pid === pid);
}

/** The command line of a process; empty once it has ended. */
export function commandOf(pid: number): string {
  if (hasProc) return readProc(`${pid}/cmdline`).replaceAll('\0', ' ');
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

const hasProc = existsSync('/proc/self/stat');

/** Without those that have ended and only wait to be counted by their parent. */
function allProcesses(): Process[] {
  const lines = hasProc
    ? readdirSync('/proc').flatMap((name) => {
        const stat = /^\d+$/.test(name) ? readProc(`${name}/stat`) : '';
        const [state = 'Z', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it can hold spaces
        return `${name} ${parent} ${state || 'Z'}`;
      })
    : execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : { pid: Number(pid), parent: Number(parent) };
  });
}

function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
