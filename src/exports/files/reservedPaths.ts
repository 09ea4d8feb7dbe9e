// The names of parts and finished files, and which of them this process holds.
import { randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { removeFile, retryInUse } from '#disk/moveFile.ts';
import { fileExists, ignoringDisk } from './diskSteps.ts';
import { fileErrorCode } from './exportError.ts';

/** macOS and Windows take names that differ in case, or in composed letters, for one file. */
const keyOf = (file: string): string => file.normalize('NFC').toLowerCase();

/** Parts and other temporary files that this process writes, by their keys. */
const held = new Set<string>();

/** The part of `fileName` that this process writes. The process's id distinguishes a leftover from a running export. */
export function partPathOf(directory: string, fileName: string): string {
  return path.join(directory, `${fileName}.${process.pid}.part`);
}

/** Of a file that is of no use to another process. */
export function temporaryPathOf(directory: string, ending: string): string {
  return partPathOf(directory, randomUUID() + ending);
}

export function isTemporary(name: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\./.test(name);
}

/** False for a name that would lead out of its folder, or that no file can have. */
export function isPlainName(fileName: string): boolean {
  return fileName === path.basename(fileName) && !/^\.{0,2}$|[/\\\0]/.test(fileName);
}

/** Whether this process is writing the file. */
export function isBeingWritten(partPath: string): boolean {
  return held.has(keyOf(partPath));
}

/** False if it is held already. */
export function reservePath(file: string): boolean {
  if (held.has(keyOf(file))) return false;
  held.add(keyOf(file));
  return true;
}

export function releasePath(file: string): void {
  held.delete(keyOf(file));
}

/** A temporary file of this process, which is removed afterwards; a sweep removes one that a crash has left. */
export async function withTemporaryFile<T>(
  directory: string,
  ending: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = temporaryPathOf(directory, ending);
  reservePath(file);
  try {
    return await use(file);
  } finally {
    await removeFile(file);
    releasePath(file);
  }
}

/** `a.csv`, then `a (2).csv` and so on. */
export function numberedName(name: string, copy: number): string {
  const { name: stem, ext } = path.parse(name);
  return copy === 1 ? name : `${stem} (${copy})${ext}`;
}

/** Follows a final name while a window is about to take it. */
export const claimEnding = '.claim';

/**
 * Calls `take` with a path that is free, numbered where `name` is taken. No other export of any window gets the same path
 * meanwhile: a file beside it is created by one of them only, and works also if there are no hard links.
 */
export async function takeFreePath(
  directory: string,
  name: string,
  take: (file: string) => Promise<void>,
): Promise<string> {
  for (let copy = 1; ; copy++) {
    const file = path.join(directory, numberedName(name, copy));
    if ((await fileExists(file)) || !(await createClaim(file))) continue;
    try {
      if (await fileExists(file)) continue; // taken by the window that had the claim before
      await take(file);
      return file;
    } finally {
      await ignoringDisk(async () => removeFile(file + claimEnding));
    }
  }
}

/** False if another export has it. */
async function createClaim(file: string): Promise<boolean> {
  try {
    const handle = await retryInUse(() => open(file + claimEnding, 'wx', 0o600));
    await handle.close();
    return true;
  } catch (error) {
    if (fileErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
