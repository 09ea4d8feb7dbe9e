// Windows are processes of their own: what must not happen twice at once is held by a file that only one of them can make.
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { nameOfText } from './keptTexts.ts';
import { hasCode, isRunning } from './processes.ts';

/** Runs tasks of one name one after the other; those of different names do not wait. */
export type RunAlone = <T>(name: string, task: () => Promise<T>) => Promise<T>;

const retryMs = 20;
/** Longer than a request and its retries take. */
const longestMs = 5 * 60_000;
/** A file is empty for a moment before it says whose it is. */
const longestMakingMs = 5000;

/**
 * Holds for all processes of this machine that use the same folder. A process that ended holds nothing. `onNoLock` hears
 * why there was none; the task runs all the same then.
 */
export function createFileLock(folder: string, onNoLock: (error: unknown) => void): RunAlone {
  return async (name, task) => {
    const file = path.join(folder, `${nameOfText(name).slice(0, 32)}.lock`);
    const isHeld = await take(file).then(
      () => true,
      (error: unknown) => (onNoLock(error), false),
    );
    try {
      return await task();
    } finally {
      if (isHeld) await rm(file, { force: true }).catch(onNoLock);
    }
  };
}

async function take(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  for (;;) {
    try {
      const handle = await open(file, 'wx', 0o600);
      try {
        await handle.writeFile(String(process.pid));
      } finally {
        await handle.close();
      }
      return;
    } catch (error) {
      if (!hasCode(error, 'EEXIST', 'EPERM', 'EACCES', 'EBUSY') || !(await isThere(file))) throw error;
    }
    if (await isLeftOver(file)) await rm(file, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => !hasCode(error, 'ENOTDIR', 'EACCES'),
  );
}

/** Whether the process that made the file cannot be at work any more. */
async function isLeftOver(file: string): Promise<boolean> {
  try {
    const [{ mtimeMs }, text] = [await stat(file), await readFile(file, 'utf8')];
    const ageMs = Date.now() - mtimeMs;
    const pid = Number(text);
    return pid > 0 ? ageMs > longestMs || !isRunning(pid) : ageMs > longestMakingMs;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
