import type { WithLock } from './fileLock.ts';

/** A window that takes longer for a change has hung. */
const longestHeldMs = 10_000;

/** A lock for short changes of what all windows share. Its code loads with the first change. */
export function createShortLock(lockFolder: string, onNoLock: (error: unknown) => void): WithLock {
  return async (name, task) => {
    const { createFileLock } = await import('./fileLock.ts');
    return createFileLock(lockFolder, onNoLock, undefined, longestHeldMs)(name, task);
  };
}
