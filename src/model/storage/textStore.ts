// Texts of the service that unsaved edits were made from, in files, so that a merge is possible after a restart. Filters
// may name persons: nobody but the owner may read them, and what nobody asked for in a month is removed.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface TextStore {
  /** @returns the name to read it by */
  keep(text: string): Promise<string>;
  /** Undefined where it is not there any more. */
  read(name: string): Promise<string | undefined>;
}

const keepMs = 30 * 24 * 60 * 60 * 1000;

/** The same text always has the same name. */
export function nameOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Sweeps the folder once, in the background. `now`: milliseconds since 1970. */
export function createTextStore(folder: string, now: () => number): TextStore {
  const fileOf = (name: string) => path.join(folder, `${name}.json`);
  const prepared = mkdir(folder, { recursive: true, mode: 0o700 }).then(() => sweep(folder, now() - keepMs));
  prepared.catch(() => undefined); // `keep` has the rejection
  return {
    async keep(text) {
      await prepared;
      const name = nameOfText(text);
      const file = fileOf(name);
      const time = now() / 1000;
      try {
        await utimes(file, time, time); // in use again
      } catch {
        const part = `${file}.${process.pid}`; // another window may be keeping the same
        await writeFile(part, text, { mode: 0o600 });
        await rename(part, file);
      }
      return name;
    },
    async read(name) {
      try {
        const text = await readFile(fileOf(name), 'utf8');
        return nameOfText(text) === name ? text : undefined;
      } catch {
        return undefined; // swept, or never written
      }
    },
  };
}

async function sweep(folder: string, before: number): Promise<void> {
  for (const entry of await readdir(folder)) {
    const file = path.join(folder, entry);
    try {
      if ((await stat(file)).mtimeMs < before) await rm(file, { force: true });
    } catch {
      continue; // another window was faster, or may not be disturbed
    }
  }
}
