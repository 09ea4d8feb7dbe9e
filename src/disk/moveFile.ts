// disk/ is what every room needs of the file system: renames and removals that wait for a file in use, the codes of the
// system's errors, and which processes run.
import { renameSync, unlinkSync } from 'node:fs';
import { rename, rm, unlink } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/**
 * A file that a virus scanner, an indexer or another window has open. Windows says the last two as well, also of a file whose
 * removal is pending; elsewhere they are a missing right, which no wait brings.
 */
const inUseCodes = process.platform === 'win32' ? ['EBUSY', 'EPERM', 'EACCES'] : ['EBUSY'];
const waitsMs = [10, 20, 50, 100, 200, 400, 800, 1600, 1600];
/** How long one step waits for a file in use. */
export const maxInUseMs = waitsMs.reduce((sum, waitMs) => sum + waitMs, 0);
/** A thread that must not be blocked for long. */
const syncWaitsMs = waitsMs.slice(0, 3);

/** Replaces a file at `to`. Waits up to 5 seconds while either one is in use. */
export async function renameFile(from: string, to: string): Promise<void> {
  await retryInUse(() => rename(from, to));
}

/** Does nothing if it is gone. Waits as `renameFile` does. */
export async function removeFile(file: string): Promise<void> {
  await retryInUse(() => unlink(file)).catch(orGone);
}

/** The folder with everything in it. Waits as `renameFile` does. */
export async function removeFolder(folder: string): Promise<void> {
  const isRefused = (error: unknown): boolean => isInUse(error) || hasCode(error, 'ENOTEMPTY'); // a file in it is in use
  await retryInUse(() => rm(folder, { recursive: true, force: true }), isRefused);
}

/** Blocks the thread for up to 0.08 seconds. */
export function renameFileSync(from: string, to: string): void {
  retryInUseSync(() => renameSync(from, to));
}

/** Blocks the thread for up to 0.08 seconds. */
export function removeFileSync(file: string): void {
  try {
    retryInUseSync(() => unlinkSync(file));
  } catch (error) {
    orGone(error);
  }
}

function orGone(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error;
}

/** Whether it is an error of a file that another program keeps for now. */
export function isInUse(error: unknown): boolean {
  return hasCode(error, ...inUseCodes);
}

/** Tries again while the system says that the file is in use, at most for 5 seconds; then throws what it said last. */
export async function retryInUse<T>(action: () => Promise<T>, isRefused = isInUse): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await action();
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
    await setTimeout(waitMs);
  }
  return action();
}

/** Like `retryInUse`, but blocks the thread, for 0.08 seconds at most. */
export function retryInUseSync<T>(action: () => T): T {
  for (const waitMs of syncWaitsMs) {
    try {
      return action();
    } catch (error) {
      if (!isInUse(error)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  }
  return action();
}

/** Whether an error has one of the system's codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => error.code === code);
}
