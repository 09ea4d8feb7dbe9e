import type { Memory } from './memory.ts';

/** A value that an earlier version kept in `before`. The first value that is written removes it there. */
export function createMigratedMemory(now: Memory, before: Memory): Memory {
  return {
    read: () => now.read() ?? before.read(),
    async write(value) {
      await now.write(value);
      if (before.read() !== undefined) await before.write(undefined);
    },
  };
}
