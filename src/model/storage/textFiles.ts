// Texts in files, by content: the merge bases of unsaved edits, and the versions of the local history. Filters may contain
// personal data: the files are readable by the owner only, and removed some time after their last use.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeFile, renameFile, retryInUse, hasCode } from '#disk/moveFile.ts';
import { hashText } from './memory.ts';

export interface TextFiles {
  /** @returns the name to read it with */
  keep(text: string): Promise<string>;
  /** Undefined if it was removed. Throws if it cannot be read. */
  read(name: string): Promise<string | undefined>;
}

const monthMs = 30 * 24 * 60 * 60 * 1000;

/** Removes old files once, in the background. `now`: milliseconds since 1970. */
export function createTextFiles(folder: string, now: () => number, keepMs = monthMs): TextFiles {
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
        await renameFile(part, file);
      }
      return name;
    },
    async read(name) {
      try {
        const text = await retryInUse(() => readFile(fileOf(name), 'utf8'));
        return hashText(text) === name ? text : undefined;
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
        return undefined; // removed, or never written
      }
    },
  };
}

// Folders of files that may grow: what is old, or too much, is removed.

/** Removes the files of a folder that were last written before a time, in milliseconds since 1970. */
export async function removeOldFiles(folder: string, before: number): Promise<void> {
  for (const entry of await readdir(folder)) {
    const file = path.join(folder, entry);
    try {
      const found = await stat(file);
      if (found.isFile() && found.mtimeMs < before) await removeFile(file);
    } catch {
      continue; // removed by another window, or cannot be removed: it is tried again with the next window
    }
  }
}

/**
 * Removes the files of a folder that were last written first, until the others have at most `maxBytes`. One that cannot be
 * removed counts as one of the others.
 * @returns the bytes of the others
 */
export async function removeOldestFiles(folder: string, maxBytes: number): Promise<number> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (entry) => {
      const file = path.join(folder, entry);
      const stats = await stat(file).catch(() => undefined); // removed by another window
      return stats?.isFile() ? [{ file, bytes: stats.size, at: stats.mtimeMs }] : [];
    }),
  );
  let total = 0;
  let left = 0;
  for (const { file, bytes } of found.flat().toSorted((a, b) => b.at - a.at)) {
    total += bytes;
    if (total <= maxBytes || !(await isRemoved(file))) left += bytes;
  }
  return left;
}

async function isRemoved(file: string): Promise<boolean> {
  try {
    await removeFile(file);
    return true;
  } catch {
    return false; // in use on Windows, or not to be removed by this user: a full folder fails nobody's change
  }
}
