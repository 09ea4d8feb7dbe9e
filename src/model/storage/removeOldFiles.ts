// Folders of files that may grow: what is old, or too much, is removed.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { removeFile } from '#disk/moveFile.ts';

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
