// The temporary files of tables: persons' data, so none is left behind.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '#exports/files/runningProcess.ts';

/** By this process; a container gives the same process number again and again. */
const made = new Set<string>();
/** A table that has been open for longer than this is taken for one of a process that had the same number. */
const restingMs = 7 * 24 * 3600 * 1000;

/** A name for a file that is not there yet, in a folder that is. */
export async function createScratchFile(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const name = `${process.pid}-${Date.now().toString(36)}-${made.size}.sqlite`;
  made.add(name);
  return path.join(directory, name);
}

/** Removes what processes that are gone have left. Resolves with the number of files. */
export async function removeStaleScratchFiles(directory: string, nowMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readNames(directory)) {
    const pid = Number(/^(\d+)-[^.]+\.sqlite(?:-journal)?$/.exec(name)?.[1]);
    if (made.has(name) || !Number.isInteger(pid)) continue;
    const file = path.join(directory, name);
    if (pid !== process.pid && isRunning(pid) && nowMs - (await changedMs(file)) < restingMs) continue;
    await rm(file, { force: true });
    removed++;
  }
  return removed;
}

async function changedMs(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return 0; // its table was closed just now
  }
}

async function readNames(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch {
    return []; // no table was opened yet
  }
}
