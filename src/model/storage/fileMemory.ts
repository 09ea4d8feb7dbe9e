// A JSON value in a file. The editor's own storage writes seconds later; this one survives a kill.
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Memory } from './memory.ts';

/** Readable by the owner only. Writes are sequential and atomic. */
export function createFileMemory(file: string): Memory {
  let last: Promise<void> = Promise.resolve();
  const save = async (value: unknown): Promise<void> => {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const part = `${file}.${process.pid}`; // another window may write at the same time
    await writeFile(part, JSON.stringify(value), { mode: 0o600 });
    await rename(part, file);
  };
  return {
    read() {
      try {
        const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
        return value;
      } catch {
        return undefined; // missing or damaged
      }
    },
    write(value) {
      const saved = last.then(() => save(value));
      last = saved.catch(() => undefined); // the caller has the rejection
      return saved;
    },
  };
}
