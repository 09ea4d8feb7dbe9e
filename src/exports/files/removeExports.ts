// Exports hold personal data: they go after a time, or all at once when asked.
import { lstat, readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { systemCode, toExportError } from './exportError.ts';
import { isBeingWritten } from './partFile.ts';

/** A part is written to all the time; one that rests longer belongs to nobody, even if its process number is in use again. */
const restingPartMs = 10 * 60_000;

/**
 * Removes exports that were last written more than `olderThanMs` before `now` (milliseconds since 1970), and parts
 * that a process which is gone left behind, once they are as old if they can be gone on with. Resolves with the number
 * of files removed. Folders and links stay.
 */
export async function sweepExports(
  directory: string,
  options: { readonly olderThanMs: number; readonly now: number },
): Promise<number> {
  const names = await listNames(directory);
  const kept = new Set(
    names.filter((name) => name.endsWith('.resume')).map((name) => name.slice(0, -'.resume'.length)),
  );
  return removeFiles(directory, names, (name, changedMs) => {
    const ageMs = options.now - changedMs;
    const left = readPartName(name);
    if (left === undefined) return ageMs > options.olderThanMs;
    if (isBeingWritten(path.join(directory, `${left.stem}.part`))) return false;
    if (kept.has(left.stem)) return ageMs > options.olderThanMs;
    return (
      left.pid === process.pid || !isRunning(left.pid) || ageMs > Math.max(restingPartMs, options.olderThanMs)
    );
  });
}

/** Removes every export and every part but those that a running process still writes. */
export async function clearExports(directory: string): Promise<number> {
  return removeFiles(directory, await listNames(directory), (name) => isClearable(directory, name));
}

/** Whether there is anything that `clearExports` would remove. */
export async function hasExports(directory: string): Promise<boolean> {
  for (const name of await listNames(directory)) {
    if (isClearable(directory, name) && (await isFile(path.join(directory, name)))) return true;
  }
  return false;
}

function isClearable(directory: string, name: string): boolean {
  const left = readPartName(name);
  if (left === undefined) return true;
  if (left.pid !== process.pid) return !isRunning(left.pid);
  return !isBeingWritten(path.join(directory, `${left.stem}.part`));
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw toExportError(error, file);
  }
}

/** A part, or what stands beside one: its name without the ending, and the process that writes it. */
function readPartName(name: string): { readonly stem: string; readonly pid: number } | undefined {
  const [, stem, pid] = /^(.*\.(\d+))\.(?:part|resume|resume-new)$/s.exec(name) ?? [];
  return stem === undefined ? undefined : { stem, pid: Number(pid) };
}

async function removeFiles(
  directory: string,
  names: readonly string[],
  isOver: (name: string, changedMs: number) => boolean,
): Promise<number> {
  let removed = 0;
  for (const name of names) {
    const file = path.join(directory, name);
    try {
      const status = await lstat(file);
      if (!status.isFile() || !isOver(name, status.mtimeMs)) continue;
      await unlink(file);
      removed++;
    } catch (error) {
      // Another window may sweep at the same time.
      if (systemCode(error) !== 'ENOENT') throw toExportError(error, file);
    }
  }
  return removed;
}

async function listNames(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []; // nothing was exported yet
    throw toExportError(error, directory);
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM'; // somebody else's process
  }
}
