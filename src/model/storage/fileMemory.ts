// A value in a file. Unlike the editor's own storage, which writes some seconds later, it is there after a kill.
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Memory } from './memory.ts';

/** Nobody but the owner may read the file. Values are written one after the other, each whole or not at all. */
export function createFileMemory(file: string): Memory {
  let last: Promise<void> = Promise.resolve();
  const save = async (value: unknown): Promise<void> => {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const part = `${file}.${process.pid}`; // another window may be writing the same
    await writeFile(part, JSON.stringify(value), { mode: 0o600 });
    await rename(part, file);
  };
  return {
    read() {
      try {
        const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
        return value;
      } catch {
        return undefined; // not there yet, or of no use
      }
    },
    write(value) {
      const saved = last.then(() => save(value));
      last = saved.catch(() => undefined); // the caller has the rejection
      return saved;
    },
  };
}
