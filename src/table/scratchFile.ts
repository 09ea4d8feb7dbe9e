// The temporary files of tables. They hold personal data, so none may be left behind.
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { removeFile, hasCode } from '#disk/moveFile.ts';
import { isRunning } from '#disk/runningProcess.ts';

/** Names made by this process: in a container, an earlier one may have had the same process ID. */
const made = new Set<string>();
/** A file untouched this long has no owner, even if its process ID is in use again. */
const abandonedMs = 7 * 24 * 3600 * 1000;

/** Returns an unused name in `directory`, which is made if it is missing. */
export async function createScratchFile(
  directory: string,
  extension: 'sqlite' | 'ndjson' | 'utf8' = 'sqlite',
): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const name = `${process.pid}-${Date.now().toString(36)}-${made.size}.${extension}`;
  made.add(name);
  return path.join(directory, name);
}

/** Removes the files of processes that have ended. Resolves with the number of files removed. */
export async function removeStaleScratchFiles(directory: string, nowMs: number): Promise<number> {
  let removed = 0;
  const names = await readdir(directory).catch(() => []); // no table was opened yet
  for (const name of names) {
    const pid = Number(/^(\d+)-[^.]+\.(?:sqlite(?:-journal)?|ndjson|utf8)$/.exec(name)?.[1]);
    if (made.has(name) || !Number.isInteger(pid)) continue;
    const file = path.join(directory, name);
    if (pid !== process.pid && isRunning(pid) && nowMs - (await changedMs(file)) < abandonedMs) continue;
    await removeFile(file);
    removed++;
  }
  return removed;
}

async function changedMs(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    return 0; // its table has just been closed
  }
}
