// Texts in files, by content: the merge bases of unsaved edits, and the versions of the local history. Filters may contain
// personal data: the files are readable by the owner only, and removed some time after their last use.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renameFile, retryInUse } from '#disk/moveFile.ts';
import { hasCode } from '#disk/systemError.ts';
import { hashText } from './hashText.ts';
import { removeOldFiles } from './removeOldFiles.ts';

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
