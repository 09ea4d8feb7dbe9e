// A file that exists under its final name only when it is whole: `.part`, fsync, rename.
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fileExists, ignoringDisk, onDisk, syncDirectory } from './diskAction.ts';
import { ExportError, systemCode, toExportError } from './exportError.ts';
import {
  reserveFreePath,
  reservePath,
  isBeingWritten,
  isPlainName,
  numberedName,
  partPathOf,
  releasePath,
} from './reservedPaths.ts';
import { WriteQueue } from './writeQueue.ts';

/**
 * Makes `directory` (0700) where it is missing, and a part (0600) for a name that is still free: `a.csv`, else
 * `a (2).csv` and so on. Throws ExportError.
 */
export async function createPartFile(directory: string, fileName: string): Promise<PartFile> {
  if (!isPlainName(fileName)) throw new ExportError('badName', fileName, undefined);
  await onDisk(directory, async () => mkdir(directory, { recursive: true, mode: 0o700 }));
  for (let copy = 1; ; copy++) {
    const name = numberedName(fileName, copy);
    const handle = await openNewPart(directory, name);
    if (handle === undefined) continue;
    reservePath(partPathOf(directory, name));
    return new PartFile(directory, name, handle);
  }
}

/** Undefined where the name, or its part, is taken. */
async function openNewPart(directory: string, name: string): Promise<FileHandle | undefined> {
  const partPath = partPathOf(directory, name);
  if (await fileExists(path.join(directory, name))) return undefined;
  try {
    return await open(partPath, 'wx', 0o600);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return undefined;
    // The folder is there: what cannot be found is a name that the file system does not take.
    throw code === 'ENOENT' ? new ExportError('badName', partPath, error) : toExportError(error, partPath);
  }
}

/** Opens a part again that was kept, cut to its first `byteCount` bytes. It is this process's from then on. */
export async function reopenPartFile(partPath: string, name: string, byteCount: number): Promise<PartFile> {
  if (!isPlainName(name)) throw new ExportError('badName', name, undefined);
  const directory = path.dirname(partPath);
  const ownPath = partPathOf(directory, name);
  if (isBeingWritten(partPath) || !reservePath(ownPath))
    throw new ExportError('notKept', partPath, undefined);
  try {
    // Of two windows that want it, one finds it gone.
    if (ownPath !== partPath) await rename(partPath, ownPath);
    const handle = await open(ownPath, 'a', 0o600);
    await handle.truncate(byteCount);
    return new PartFile(directory, name, handle, byteCount);
  } catch (error) {
    releasePath(ownPath);
    throw systemCode(error) === 'ENOENT'
      ? new ExportError('notKept', partPath, error)
      : toExportError(error, partPath);
  }
}

export class PartFile {
  readonly directory: string;
  readonly partPath: string;
  readonly #name: string;
  readonly #handle: FileHandle;
  readonly #queue: WriteQueue;
  readonly #bytesBefore: number;

  constructor(directory: string, name: string, handle: FileHandle, bytesBefore = 0) {
    this.directory = directory;
    this.partPath = partPathOf(directory, name);
    this.#name = name;
    this.#handle = handle;
    this.#queue = new WriteQueue(handle, this.partPath);
    this.#bytesBefore = bytesBefore;
  }

  /** Bytes so far, on disk or not yet. */
  get bytes(): number {
    return this.#bytesBefore + this.#queue.bytes;
  }

  /** True when the caller has to await `drained` before it appends more. */
  get isFull(): boolean {
    return this.#queue.isFull;
  }

  /** Takes `bytes` over: they must not change afterwards. Never throws; what went wrong is thrown by `drained`. */
  append(bytes: Uint8Array): void {
    this.#queue.append(bytes);
  }

  /** Like `append`, for bytes that their owner will overwrite. */
  appendCopy(bytes: Uint8Array): void {
    this.#queue.appendCopy(bytes);
  }

  async drained(): Promise<void> {
    await this.#queue.drained();
  }

  /** Hands everything to the system, so that it outlives this process. */
  async flush(): Promise<void> {
    await this.#queue.flush();
  }

  /**
   * Syncs everything to disk, then sets the final name: `name`, by default the part's own, numbered where it has been
   * taken meanwhile. Resolves with the path.
   */
  async finish(name: string = this.#name): Promise<string> {
    await this.#queue.sync();
    await onDisk(this.partPath, async () => this.#handle.close());
    const target = await reserveFreePath(this.directory, name);
    try {
      await onDisk(target, async () => rename(this.partPath, target));
    } finally {
      releasePath(target);
    }
    releasePath(this.partPath);
    await syncDirectory(this.directory);
    return target;
  }

  /** Removes the part. Never throws: it is called where something else has gone wrong already. */
  async discard(): Promise<void> {
    await this.#queue.stop();
    await ignoringDisk(async () => this.#handle.close());
    await ignoringDisk(async () => unlink(this.partPath));
    releasePath(this.partPath);
  }

  /** Leaves the part where it is, for another time. Never throws. */
  async keep(): Promise<void> {
    await this.#queue.stop();
    await ignoringDisk(async () => this.#handle.close());
    releasePath(this.partPath);
  }
}
