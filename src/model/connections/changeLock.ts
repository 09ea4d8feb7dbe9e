// Changes of the connections one after the other, whichever window makes them, each on what the one before has written.
import type { ChangeLock } from './connections.ts';

/** A window that takes longer to change the setting has hung. */
const longestHeldMs = 10_000;

/** `reread`: has this window read what others have written. The lock loads with the first change. */
export function createChangeLock(
  lockFolder: string,
  reread: () => Promise<void>,
  onNoLock: (error: unknown) => void,
): ChangeLock {
  return async (task) => {
    const { createFileLock } = await import('#model/storage/fileLock.ts');
    const alone = createFileLock(lockFolder, onNoLock, undefined, longestHeldMs);
    await alone('connections', async () => {
      await reread();
      await task();
    });
  };
}
