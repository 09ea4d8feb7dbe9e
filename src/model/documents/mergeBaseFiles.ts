// Texts in files, by content: the merge bases of unsaved edits, so that a merge is possible after a restart. Filters may
// contain personal data: the files are readable by the owner only and removed a month after their last use.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashText } from '#model/storage/hashText.ts';

export interface MergeBaseTexts {
  /** @returns the name to read it with */
  keep(text: string): Promise<string>;
  /** Undefined where it was removed. */
  read(name: string): Promise<string | undefined>;
}

const keepMs = 30 * 24 * 60 * 60 * 1000;

/** Removes old files once, in the background. `now`: milliseconds since 1970. */
export function createMergeBaseTexts(folder: string, now: () => number): MergeBaseTexts {
  const fileOf = (name: string) => path.join(folder, `${name}.json`);
  const prepared = mkdir(folder, { recursive: true, mode: 0o700 }).then(() =>
    removeOldFiles(folder, now() - keepMs),
  );
  prepared.catch(() => undefined); // `keep` rejects with it
  return {
    async keep(text) {
      await prepared;
      const name = hashText(text);
      const file = fileOf(name);
      const time = now() / 1000;
      try {
        await utimes(file, time, time); // marks it as used
      } catch {
        const part = `${file}.${randomUUID()}`; // another document or window may write the same text at the same time
        await writeFile(part, text, { mode: 0o600 });
        await rename(part, file);
      }
      return name;
    },
    async read(name) {
      try {
        const text = await readFile(fileOf(name), 'utf8');
        return hashText(text) === name ? text : undefined;
      } catch {
        return undefined; // removed, or never written
      }
    },
  };
}

async function removeOldFiles(folder: string, before: number): Promise<void> {
  for (const entry of await readdir(folder)) {
    const file = path.join(folder, entry);
    try {
      if ((await stat(file)).mtimeMs < before) await rm(file, { force: true });
    } catch {
      continue; // removed by another window, or in use
    }
  }
}
