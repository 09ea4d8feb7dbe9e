// @ts-check
// The processes above this one.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Processes whose end ends this one: the parent, and what started it where the parent is only npm's shell. */
export function findStarters() {
  const parent = process.ppid;
  const found = process.platform === 'win32' ? undefined : describe(parent);
  return found && /^(ba|da|a|z|k)?sh$/.test(found.name) ? [parent, found.parent] : [parent];
}

/** @param {number} pid @returns {boolean} */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // another person's
  }
}

/** @param {number} pid @returns {{ name: string, parent: number } | undefined} undefined where it cannot be found out */
function describe(pid) {
  const text = readStat(pid) ?? spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)]).stdout?.toString();
  const [, parent, command] = /^\s*(\d+)\s+(.*\S)\s*$/.exec(text ?? '') ?? [];
  if (parent === undefined || command === undefined) return undefined;
  return { name: path.basename(command.replace(/^-/, '')), parent: Number(parent) };
}

/** In the format of `ps`; undefined if there is no /proc. @param {number} pid */
function readStat(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return `${parent} ${name}`;
  } catch {
    return undefined;
  }
}
