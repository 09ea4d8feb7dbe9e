// Windows are processes of their own: what must not happen twice at once is held by a file that only one of them can make.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { nameOfText } from './textStore.ts';
import { hasCode, isRunning } from './runningProcess.ts';

/** Runs tasks of one name one after the other; those of different names do not wait. */
export type WithLock = <T>(name: string, task: () => Promise<T>) => Promise<T>;

const retryMs = 20;
/** Longer than a request and its retries take. */
const longestMs = 5 * 60_000;
/** A file is empty for a moment before it says whose it is. */
const longestMakingMs = 5000;

/**
 * Holds for all processes of this machine that use the same folder. A process that ended holds nothing. `onNoLock` hears
 * why there was none; the task runs all the same then.
 */
export function createFileLock(folder: string, onNoLock: (error: unknown) => void): WithLock {
  return async (name, task) => {
    const file = path.join(folder, `${nameOfText(name).slice(0, 32)}.lock`);
    const mine = await take(file).catch((error: unknown) => (onNoLock(error), undefined));
    try {
      return await task();
    } finally {
      if (mine !== undefined) await release(file, mine).catch(onNoLock);
    }
  };
}

/** @returns what the file says as long as it is held */
async function take(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const mine = `${process.pid} ${randomUUID()}`;
  for (;;) {
    try {
      const handle = await open(file, 'wx', 0o600);
      try {
        await handle.writeFile(mine);
      } finally {
        await handle.close();
      }
      return mine;
    } catch (error) {
      if (!hasCode(error, 'EEXIST', 'EPERM', 'EACCES', 'EBUSY') || !(await isThere(file))) throw error;
    }
    if (await isLeftOver(file)) await removeLeftOver(file);
    else await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** A window that was away for longer than anything takes, in a machine that slept, may have lost it to another. */
async function release(file: string, mine: string): Promise<void> {
  if ((await readFile(file, 'utf8')) === mine) await rm(file, { force: true });
}

/**
 * One after the other, and only where it still is a left-over one: a window that found it so may have been slower than
 * another, which has removed it and holds the next by now.
 */
async function removeLeftOver(file: string): Promise<void> {
  const guard = `${file}.over`; // a lock as any other, so that one which was left over does not hold up either
  const mine = await take(guard);
  try {
    if (await isLeftOver(file)) await rm(file, { force: true });
  } finally {
    await release(guard, mine);
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
    const handle = await open(file); // of one file, whichever has its name meanwhile
    try {
      const [{ mtimeMs }, text] = [await handle.stat(), await handle.readFile('utf8')];
      const ageMs = Date.now() - mtimeMs;
      const pid = Number.parseInt(text, 10);
      return pid > 0 ? ageMs > longestMs || !isRunning(pid) : ageMs > longestMakingMs;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
