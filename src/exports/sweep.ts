// Exports hold personal data: they go after a time, or all at once when asked.
import { lstat, readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { systemCode, toExportError } from './errors.ts';

/** A part is written to all the time; one that rests longer belongs to nobody, even if its process number is in use again. */
const restingPartMs = 10 * 60_000;

/**
 * Removes exports that were last written more than `olderThanMs` before `now` (milliseconds since 1970), and parts
 * that a process which is gone left behind. Resolves with the number of files removed. Folders and links stay.
 */
export async function sweepExports(
  directory: string,
  options: { readonly olderThanMs: number; readonly now: number },
): Promise<number> {
  return removeFiles(directory, (name, changedMs) => {
    const ageMs = options.now - changedMs;
    const pid = partPid(name);
    if (pid === undefined) return ageMs > options.olderThanMs;
    if (pid === process.pid) return false;
    return !isRunning(pid) || ageMs > Math.max(restingPartMs, options.olderThanMs);
  });
}

/** Removes every export and every part but those that a running process still writes. */
export async function clearExports(directory: string): Promise<number> {
  return removeFiles(directory, (name) => {
    const pid = partPid(name);
    return pid === undefined || !isRunning(pid);
  });
}

/** The number of the process that writes this part; undefined for a finished export. */
function partPid(name: string): number | undefined {
  const digits = /\.(\d+)\.part$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

async function removeFiles(
  directory: string,
  isOver: (name: string, changedMs: number) => boolean,
): Promise<number> {
  let removed = 0;
  for (const name of await listNames(directory)) {
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM'; // somebody else's process
  }
}
