import { createHash } from 'node:crypto';

/** One JSON value that is kept between sessions. */
export interface Memory {
  read(): unknown;
  write(value: unknown): Promise<void>;
}

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

/** Whether the value is an object and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same text always has the same hash: SHA-256, 64 hex digits. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
