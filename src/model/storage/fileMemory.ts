// A JSON value in a file. The editor's own storage writes seconds later; this one survives a kill.
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Memory } from './memory.ts';

/** Readable by the owner only. Writes are sequential and atomic. What is not in the file yet is read already. */
export function createFileMemory(file: string): Memory {
  let last: Promise<void> = Promise.resolve();
  let unsaved: { readonly value: unknown } | undefined;
  const save = async (value: unknown): Promise<void> => {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const part = `${file}.${process.pid}`; // another window may write at the same time
    await writeFile(part, JSON.stringify(value), { mode: 0o600 });
    await rename(part, file);
  };
  return {
    read() {
      if (unsaved) return unsaved.value;
      try {
        const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
        return value;
      } catch {
        return undefined; // missing or damaged
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
