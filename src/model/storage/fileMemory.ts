// A JSON value in a file. The editor's own storage writes seconds later; this one survives a kill.
import { constants, existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renameFile, renameFileSync, retryInUse, retryInUseSync, hasCode } from '#disk/moveFile.ts';
import type { Memory } from './memory.ts';

/** Called with the path that a damaged file is kept at, so that nothing overwrites it; undefined if it cannot be moved. */
export type OnDamaged = (error: unknown, keptAt: string | undefined) => void;

/**
 * Readable by the owner only. Writes are sequential and atomic. What is not in the file yet is read already. Only a file that
 * is not there counts as missing: `read` throws the system's errors, and without `onDamaged` also those of JSON.
 */
export function createFileMemory(file: string, onDamaged?: OnDamaged, isShared = false): Memory {
  let last: Promise<void> = Promise.resolve();
  let unsaved: { readonly value: unknown } | undefined;
  const save = async (value: unknown): Promise<void> => {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const part = `${file}.${process.pid}`; // another window may write at the same time
    const text = JSON.stringify(value);
    await retryInUse(() => writeFile(part, text, { mode: 0o600 }));
    await renameFile(part, file);
  };
  return {
    read() {
      if (unsaved && !isShared) return unsaved.value;
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
    write(value) {
      const written = { value };
      unsaved = written;
      const saved = last.then(async () => {
        await save(value);
        if (unsaved === written) unsaved = undefined;
      });
      last = saved.catch(() => undefined); // the caller has the rejection
      return saved;
    },
  };
}

/** Like `read`, which blocks the thread for a moment only: waits up to 5 seconds for a file in use. */
export async function readInUse(memory: Memory): Promise<unknown> {
  return retryInUse(async () => memory.read());
}

/** For what other windows change as well: read from the disk, also during a write and after one that failed. */
export function createSharedFileMemory(file: string, onDamaged?: OnDamaged): Memory {
  return createFileMemory(file, onDamaged, true);
}

/** Copies a damaged file before it is replaced, if a missing one would count as empty. @returns the copy's path */
export async function copyAside(file: string): Promise<string> {
  const keptAt = freePathBeside(file);
  await retryInUse(() => copyFile(file, keptAt, constants.COPYFILE_EXCL));
  return keptAt;
}

function keepAside(file: string): string | undefined {
  const keptAt = freePathBeside(file);
  try {
    renameFileSync(file, keptAt);
    return keptAt;
  } catch {
    return undefined; // what is wrong with the file is known already
  }
}

function freePathBeside(file: string): string {
  let free = `${file}.damaged`;
  for (let copy = 2; existsSync(free); copy++) free = `${file}.damaged-${copy}`; // of an earlier time
  return free;
}
