// Values that are kept between sessions, each as JSON in a file that all windows share, or in VS Code's own storage.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, renameFile, renameFileSync, retryInUse, retryInUseSync } from '#disk/moveFile.ts';
import { SerialQueue } from './serialQueue.ts';

/** One JSON value that is kept between sessions. */
export interface Memory {
  read(): unknown;
  write(value: unknown): Promise<void>;
}

/** Called with the path that a damaged file is kept at, so that nothing overwrites it; undefined if it cannot be moved. */
export type OnDamaged = (error: unknown, keptAt: string | undefined) => void;

/**
 * A file that survives a kill of the window, which the editor's own storage, written seconds later, does not. Readable by the
 * owner only. Writes are sequential and atomic, and other windows may write as well. Only a file that is not there counts as
 * missing: `read` throws the system's errors, and without `onDamaged` also those of JSON.
 */
export function createFileMemory(file: string, onDamaged?: OnDamaged): Memory {
  const writes = new SerialQueue();
  return {
    read() {
      try {
        const value: unknown = JSON.parse(retryInUseSync(() => readFileSync(file, 'utf8')));
        return value;
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined;
        if (!onDamaged || !(error instanceof SyntaxError)) throw error; // the file may be intact
        onDamaged(error, keepAside(file));
        return undefined;
      }
    },
    write: (value) =>
      writes.run(async () => {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        const part = `${file}.${process.pid}`; // another window may write at the same time
        const text = JSON.stringify(value);
        await retryInUse(() => writeFile(part, text, { mode: 0o600 }));
        await renameFile(part, file);
      }),
  };
}

/** Like `read`, which blocks the thread for a moment only: waits up to 5 seconds for a file in use. */
export async function readInUse(memory: Memory): Promise<unknown> {
  return retryInUse(async () => memory.read());
}

function keepAside(file: string): string | undefined {
  let keptAt = `${file}.damaged`;
  for (let copy = 2; existsSync(keptAt); copy++) keptAt = `${file}.damaged-${copy}`; // of an earlier time
  try {
    renameFileSync(file, keptAt);
    return keptAt;
  } catch {
    return undefined; // what is wrong with the file is known already
  }
}

/** Whether the value is an object and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same text always has the same hash: SHA-256, 64 hex digits. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
