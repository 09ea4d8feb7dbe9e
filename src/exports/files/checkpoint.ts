// How far a part got, beside it on disk: the end of the last whole page, and what it takes to go on from there.
import { open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { systemCode, toExportError } from './exportError.ts';
import { isBeingWritten } from './partFile.ts';
import { isRunning } from './removeExports.ts';
import type { ExportFormat } from '#exports/types.ts';

export interface CsvSegment {
  /** Where its first row begins, in bytes from the file's start. */
  readonly from: number;
  /** The columns that its rows have besides those of the segments before. */
  readonly names: readonly string[];
}

export interface Checkpoint {
  readonly cohortId: number;
  readonly format: ExportFormat;
  readonly fileName: string;
  /** The caller's own words for where the cohort is, such as its connection and project. */
  readonly tag: string;
  /** The page to ask for next. */
  readonly offset: number;
  readonly limit: number;
  /** What of the part is whole pages. */
  readonly bytes: number;
  readonly rows: number;
  /** Of a CSV of everyone. */
  readonly segments?: readonly CsvSegment[] | undefined;
  readonly expectedCount: number | undefined;
  readonly lastCalculation: string | null | undefined;
  /** Whoever wrote it has let go of the part, though the process may live on. */
  readonly isReleased?: boolean;
}

/** An export that broke off and can go on. */
export interface ResumableExport extends Checkpoint {
  readonly partPath: string;
}

export function checkpointPathOf(partPath: string): string {
  return partPath.replace(/\.part$/, '.resume');
}

/** Replaces the one before in one step, so that a reader finds one or the other. */
export async function writeCheckpoint(partPath: string, checkpoint: Checkpoint): Promise<void> {
  const target = checkpointPathOf(partPath);
  const draft = `${target}-new`;
  try {
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(checkpoint));
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (error) {
    throw toExportError(error, target);
  }
}

/** For a part that is gone. Where the system refuses, the checkpoint is worth nothing and is swept one day: no reason to fail. */
export async function removeCheckpoint(partPath: string): Promise<void> {
  for (const file of [checkpointPathOf(partPath), `${checkpointPathOf(partPath)}-new`]) {
    try {
      await unlink(file);
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
    }
  }
}

/** The exports in `directory` that broke off, were kept, and are under way in no process. */
export async function listResumable(directory: string): Promise<readonly ResumableExport[]> {
  const found: ResumableExport[] = [];
  for (const name of await readNames(directory)) {
    if (!name.endsWith('.resume')) continue;
    const partPath = path.join(directory, name.replace(/\.resume$/, '.part'));
    const checkpoint = await readCheckpoint(path.join(directory, name));
    if (checkpoint === undefined || (await isUnderWay(partPath, checkpoint))) continue;
    if (await hasBytes(partPath, checkpoint.bytes)) found.push({ ...checkpoint, partPath });
  }
  return found;
}

/** A process writes where it is every second, but for its waits; one that rests longer only has the same number by chance. */
const longestWaitMs = 10 * 60_000;

async function isUnderWay(partPath: string, { isReleased }: Checkpoint): Promise<boolean> {
  if (isBeingWritten(partPath)) return true;
  if (isReleased === true) return false;
  const pid = Number(/\.(\d+)\.part$/.exec(partPath)?.[1]);
  if (pid === process.pid || !isRunning(pid)) return false;
  try {
    return Date.now() - (await stat(partPath)).mtimeMs < longestWaitMs;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw toExportError(error, partPath);
  }
}

async function readNames(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw toExportError(error, directory);
  }
}

/** Undefined where the file is none of ours, or of another version. */
async function readCheckpoint(file: string): Promise<Checkpoint | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isCheckpoint(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== undefined) return undefined;
    throw error;
  }
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (typeof value !== 'object' || value === null) return false;
  const read = (name: string): unknown => Reflect.get(value, name);
  const numbers = ['cohortId', 'offset', 'limit', 'bytes', 'rows'].map(read);
  return (
    numbers.every((number) => Number.isSafeInteger(number) && Number(number) >= 0) &&
    (['json', 'ndjson'].includes(String(read('format'))) ||
      (read('format') === 'csvAll' && isListOfSegments(read('segments')))) &&
    typeof read('fileName') === 'string' &&
    typeof read('tag') === 'string'
  );
}

function isListOfSegments(value: unknown): boolean {
  return Array.isArray(value) && value.every(isSegment);
}

function isSegment(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const names: unknown = Reflect.get(value, 'names');
  const from: unknown = Reflect.get(value, 'from');
  return (
    Number.isSafeInteger(from) &&
    Number(from) >= 0 &&
    Array.isArray(names) &&
    names.every((name) => typeof name === 'string')
  );
}

async function hasBytes(file: string, bytes: number): Promise<boolean> {
  try {
    return (await stat(file)).size >= bytes;
  } catch (error) {
    if (systemCode(error) !== undefined) return false;
    throw error;
  }
}
