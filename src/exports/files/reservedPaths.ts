// The names of parts and finished files, and which of them this process holds.
import path from 'node:path';
import { fileExists } from './diskAction.ts';

/** Parts that this process writes, and final names that it is about to take. */
const held = new Set<string>();

/** The part of `fileName` that this process writes. The process's id distinguishes a leftover from a running export. */
export function partPathOf(directory: string, fileName: string): string {
  return path.join(directory, `${fileName}.${process.pid}.part`);
}

/** False for a name that would lead out of its folder, or that no file can have. */
export function isPlainName(fileName: string): boolean {
  return fileName === path.basename(fileName) && !/^\.{0,2}$|[/\\\0]/.test(fileName);
}

/** Whether this process is writing the part. */
export function isBeingWritten(partPath: string): boolean {
  return held.has(partPath);
}

/** False where it is held already. */
export function reservePath(file: string): boolean {
  if (held.has(file)) return false;
  held.add(file);
  return true;
}

export function releasePath(file: string): void {
  held.delete(file);
}

/** `a.csv`, then `a (2).csv` and so on. */
export function numberedName(name: string, copy: number): string {
  const { name: stem, ext } = path.parse(name);
  return copy === 1 ? name : `${stem} (${copy})${ext}`;
}

/** A path that is free, numbered where `name` is taken, and held: two exports that end at the same time take two. */
export async function reserveFreePath(directory: string, name: string): Promise<string> {
  for (let copy = 1; ; copy++) {
    const candidate = path.join(directory, numberedName(name, copy));
    if (!(await fileExists(candidate)) && reservePath(candidate)) return candidate;
  }
}
