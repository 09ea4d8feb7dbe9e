import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Removes the files of a folder that were last written before a time, in milliseconds since 1970. */
export async function removeOldFiles(folder: string, before: number): Promise<void> {
  for (const entry of await readdir(folder)) {
    const file = path.join(folder, entry);
    try {
      const found = await stat(file);
      if (found.isFile() && found.mtimeMs < before) await rm(file, { force: true });
    } catch {
      continue; // removed by another window, or in use
    }
  }
}
