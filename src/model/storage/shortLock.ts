import { maxInUseMs } from '#disk/moveFile.ts';
import type { WithLock } from './fileLock.ts';

/** A window that takes longer has hung: a change reads, writes and renames, and each may wait for a file in use. */
const maxHeldMs = 4 * maxInUseMs;

/** A lock for short changes of what all windows share. Its code loads with the first change. */
export function createShortLock(lockFolder: string, onNoLock: (error: unknown) => void): WithLock {
  return async (name, task) => {
    const { createFileLock } = await import('./fileLock.ts');
    return createFileLock(lockFolder, onNoLock, undefined, maxHeldMs)(name, task);
  };
}
