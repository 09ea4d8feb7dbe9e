// How far a part got, in a file beside it: the end of the last whole page, and everything needed to resume from there.
import { open, readFile, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { removeFile, renameFile, retryInUse } from '#disk/moveFile.ts';
import { isRunning } from '#disk/runningProcess.ts';
import { exportNamesIn, ignoringDisk, onDisk } from './diskSteps.ts';
import { fileErrorCode, toExportError } from './exportError.ts';
import { type ExportFormat, exportFormats, isExportFormat } from './exportFormat.ts';
import { isBeingWritten, isPlainName } from './reservedPaths.ts';

export interface Checkpoint {
  readonly cohortId: number;
  readonly format: ExportFormat;
  readonly fileName: string;
  /** Names the cohort for the caller, with its connection and project. */
  readonly tag: string;
  /** Of the service that the persons are from; absent in older checkpoints and of sample data. */
  readonly address?: string | undefined;
  /** The page to ask for next. */
  readonly offset: number;
  readonly limit: number;
  /** The end of the part's last whole page. */
  readonly bytes: number;
  readonly rows: number;
  /** How many of these persons have as many distinct IDs as a service sends; absent in older checkpoints. */
  readonly withMostIds?: number | undefined;
  /** How many persons came again, and were left out; absent in older checkpoints. */
  readonly duplicates?: number | undefined;
  readonly expectedCount: number | undefined;
  readonly lastCalculation: string | null | undefined;
  /** The export has ended and closed the part, though the process may still run. */
  readonly isReleased?: boolean;
}

/** An interrupted export that can be resumed. */
export interface ResumableExport extends Checkpoint {
  readonly partPath: string;
}

function checkpointPathOf(partPath: string): string {
  return partPath.replace(/\.part$/, '.resume');
}

/** Replaces the one before in one step, so that a reader finds one or the other. */
export async function writeCheckpoint(partPath: string, checkpoint: Checkpoint): Promise<void> {
  const target = checkpointPathOf(partPath);
  const draft = `${target}-new`;
  try {
    const handle = await retryInUse(() => open(draft, 'w', 0o600));
    try {
      await handle.writeFile(JSON.stringify(checkpoint));
    } finally {
      await handle.close();
    }
    await renameFile(draft, target);
  } catch (error) {
    throw toExportError(error, target);
  }
}

/** For a part that was renamed. If the system refuses, the part cannot be resumed. */
export async function moveCheckpoint(partPath: string, newPartPath: string): Promise<void> {
  await ignoringDisk(async () => renameFile(checkpointPathOf(partPath), checkpointPathOf(newPartPath)));
}

/** For a part that is gone, or is a whole export: in a folder where nothing can be removed, its checkpoint is emptied. */
export async function removeCheckpoint(partPath: string): Promise<void> {
  for (const file of [checkpointPathOf(partPath), `${checkpointPathOf(partPath)}-new`]) {
    await ignoringDisk(async () => removeFile(file).catch(async () => truncate(file)));
  }
}

/** Deletes what an interrupted export could be resumed from. Throws ExportError. */
export async function removeResumable({ partPath }: ResumableExport): Promise<void> {
  await removeCheckpoint(partPath);
  await onDisk(partPath, async () => removeFile(partPath));
}

/** The interrupted exports in `directory` that were kept, and that no process is writing. */
export async function listResumable(directory: string): Promise<readonly ResumableExport[]> {
  const found: ResumableExport[] = [];
  for (const name of await exportNamesIn(directory)) {
    if (!name.endsWith('.resume')) continue;
    const partPath = path.join(directory, name.replace(/\.resume$/, '.part'));
    const checkpoint = await readCheckpoint(path.join(directory, name));
    if (checkpoint === undefined || (await isPartWritten(partPath, checkpoint))) continue;
    if (await hasBytes(partPath, checkpoint.bytes)) found.push({ ...checkpoint, partPath });
  }
  return found;
}

/** A running export touches its part every minute: an older part has its process id by chance, or the machine slept. */
export const maxUntouchedMs = 10 * 60_000;

/** Whether an export that runs, of this or another process, writes the part; not if its checkpoint says that it ended. */
export async function isPartWritten(partPath: string, known?: Checkpoint): Promise<boolean> {
  return (await partStateOf(partPath, Date.now(), known)) === 'written';
}

/** `untouched`: its process lives, but has not touched it for long. `ended`: no export writes it any more. */
export async function partStateOf(
  partPath: string,
  nowMs: number,
  known?: Checkpoint,
): Promise<'written' | 'untouched' | 'ended'> {
  if (isBeingWritten(partPath)) return 'written';
  const checkpoint = known ?? (await readCheckpoint(checkpointPathOf(partPath)));
  if (checkpoint?.isReleased === true) return 'ended';
  const pid = Number(/\.(\d+)\.part$/.exec(partPath)?.[1]);
  if (pid === process.pid || !isRunning(pid)) return 'ended';
  try {
    return nowMs - (await stat(partPath)).mtimeMs < maxUntouchedMs ? 'written' : 'untouched';
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return 'ended';
    throw toExportError(error, partPath);
  }
}

/** Undefined if the file is not a checkpoint, or of another version. */
async function readCheckpoint(file: string): Promise<Checkpoint | undefined> {
  try {
    const value: unknown = JSON.parse(await retryInUse(() => readFile(file, 'utf8')));
    return isCheckpoint(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || fileErrorCode(error) !== undefined) return undefined;
    throw error;
  }
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (typeof value !== 'object' || value === null) return false;
  const read = (name: string): unknown => Reflect.get(value, name);
  const numbers = ['cohortId', 'offset', 'limit', 'bytes', 'rows'].map(read);
  return (
    numbers.every((number) => Number.isSafeInteger(number) && Number(number) >= 0) &&
    canResume(read('format')) &&
    read('segments') === undefined && // an earlier form, whose part holds a CSV
    isFileName(read('fileName')) &&
    ['undefined', 'string'].includes(typeof read('address')) &&
    ['withMostIds', 'duplicates'].every((name) => ['undefined', 'number'].includes(typeof read(name))) &&
    typeof read('tag') === 'string'
  );
}

function canResume(format: unknown): boolean {
  return isExportFormat(format) && exportFormats[format].isResumable;
}

/** Rejects a path: a checkpoint cannot lead out of its folder. */
function isFileName(value: unknown): boolean {
  return typeof value === 'string' && isPlainName(value);
}

async function hasBytes(file: string, bytes: number): Promise<boolean> {
  try {
    return (await stat(file)).size >= bytes;
  } catch (error) {
    if (fileErrorCode(error) !== undefined) return false;
    throw error;
  }
}
