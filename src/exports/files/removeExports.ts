// Exports hold personal data: they are removed after the days of `cohortDeck.exports.keepDays` (host/settings/settingTable.ts),
// or all together when asked.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { removeFile } from '#disk/moveFile.ts';
import { isPartWritten, maxUntouchedMs, partStateOf } from './checkpointFile.ts';
import { exportNamesIn } from './diskSteps.ts';
import { fileErrorCode, toExportError } from './exportError.ts';
import { touchEveryMs } from './partFile.ts';
import { claimEnding, isTemporary } from './reservedPaths.ts';

/**
 * Removes exports and parts that were last written more than `olderThanMs` before `now` (milliseconds since 1970), none that
 * any window is writing, and temporary files whose process has ended. A part of an ended process may be whole: its final name
 * could not be taken. If the process of an old part lives, the part is looked at again two minutes later. Resolves with the
 * number of exports removed: a part and its checkpoint are one. Folders and links stay.
 */
export async function removeOldExports(
  directory: string,
  options: { readonly olderThanMs: number; readonly now: number },
): Promise<number> {
  const stateOf = async (name: string) => {
    const stem = stemOfPart(name);
    return stem === undefined ? undefined : partStateOf(partPathIn(directory, stem), options.now);
  };
  const isOld = async (name: string, changedMs: number): Promise<boolean> => {
    const ageMs = options.now - changedMs;
    if (name.endsWith(claimEnding)) return ageMs > maxUntouchedMs;
    const state = await stateOf(name);
    if (state === 'written') return false;
    return (state === 'ended' && isTemporary(name)) || ageMs > options.olderThanMs;
  };
  const untouched: string[] = [];
  const names = await exportNamesIn(directory);
  const removed = await removeFiles(directory, names, async (name, changedMs) => {
    if (!(await isOld(name, changedMs))) return false;
    if ((await stateOf(name)) !== 'untouched') return true;
    untouched.push(name);
    return false;
  });
  if (untouched.length === 0) return removed;
  // After a sleep of the machine, the part is touched again by then.
  await new Promise((resolve) => setTimeout(resolve, 2 * touchEveryMs));
  return removed + (await removeFiles(directory, untouched, isOld));
}

/** Removes every export and every part but those that a running process still writes. Resolves as `removeOldExports` does. */
export async function removeAllExports(directory: string): Promise<number> {
  return removeFiles(directory, await listClearable(directory), async () => true);
}

/** Whether there is anything that `removeAllExports` would remove. */
export async function hasExports(directory: string): Promise<boolean> {
  for (const name of await listClearable(directory)) {
    if (await isFile(path.join(directory, name))) return true;
  }
  return false;
}

/** Found before anything is removed: a checkpoint says whether its part is released. */
async function listClearable(directory: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const name of await exportNamesIn(directory)) {
    const stem = stemOfPart(name);
    if (stem !== undefined && (await isPartWritten(partPathIn(directory, stem)))) continue;
    names.push(name);
  }
  return names;
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile();
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return false;
    throw toExportError(error, file);
  }
}

/** Of a part, or of what is beside one: its name without the ending. */
function stemOfPart(name: string): string | undefined {
  return /^(.*\.\d+)\.(?:part|resume|resume-new)$/s.exec(name)?.[1];
}

function partPathIn(directory: string, stem: string): string {
  return path.join(directory, `${stem}.part`);
}

/** All at once, because each one in use is waited for. Throws the first ExportError at the end. */
async function removeFiles(
  directory: string,
  names: readonly string[],
  isRemovable: (name: string, changedMs: number) => Promise<boolean>,
): Promise<number> {
  const removed = new Set<string>();
  let failed: { readonly error: unknown; readonly file: string } | undefined;
  const chosen: string[] = [];
  const attempt = async (name: string, step: (file: string) => Promise<void>): Promise<void> => {
    const file = path.join(directory, name);
    try {
      await step(file);
    } catch (error) {
      // Another window may remove the same files.
      if (fileErrorCode(error) !== 'ENOENT') failed ??= { error, file };
    }
  };
  // Before anything is removed: a checkpoint says whether its part is being written.
  for (const name of names) {
    await attempt(name, async (file) => {
      const status = await lstat(file);
      if (status.isFile() && (await isRemovable(name, status.mtimeMs))) chosen.push(name);
    });
  }
  await Promise.all(
    chosen.map((name) =>
      attempt(name, async (file) => {
        await removeFile(file);
        removed.add(stemOfPart(name) ?? name.replace(/\.claim$/, ''));
      }),
    ),
  );
  if (failed) throw toExportError(failed.error, failed.file);
  return removed.size;
}
