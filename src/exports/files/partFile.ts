// A file that exists under its final name only when it is whole: `.part`, fsync, rename.
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { removeFile, renameFile, retryInUse } from '#disk/moveFile.ts';
import { fileExists, ignoringDisk, onDisk, syncDirectory, writeAll } from './diskSteps.ts';
import { ExportError, fileErrorCode, toExportError } from './exportError.ts';
import {
  reservePath,
  isBeingWritten,
  isPlainName,
  numberedName,
  partPathOf,
  releasePath,
  takeFreePath,
} from './reservedPaths.ts';

/**
 * Makes `directory` (0700) if it is missing, and a part (0600) for a name that is still free: `a.csv`, else
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

/** Undefined if the name, or its part, is taken. */
async function openNewPart(directory: string, name: string): Promise<FileHandle | undefined> {
  const partPath = partPathOf(directory, name);
  if (await fileExists(path.join(directory, name))) return undefined;
  try {
    return await open(partPath, 'wx', 0o600);
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === 'EEXIST') return undefined;
    // The folder is there: what cannot be found is a name that the file system does not take.
    throw code === 'ENOENT' ? new ExportError('badName', partPath, error) : toExportError(error, partPath);
  }
}

/** Opens a part again that was kept, cut to its first `byteCount` bytes. It is this process's from then on. */
export async function reopenPartFile(partPath: string, name: string, byteCount: number): Promise<PartFile> {
  if (!isPlainName(name)) throw new ExportError('badName', name, undefined);
  const directory = path.dirname(partPath);
  const ownName = await reserveOwnName(partPath, name);
  const ownPath = partPathOf(directory, ownName);
  let handle: FileHandle | undefined;
  let isMoved = false;
  try {
    handle = await retryInUse(() => open(partPath, 'r+'));
    if ((await handle.stat()).size < byteCount) throw new ExportError('damaged', partPath, undefined);
    // Of two windows that want it, one finds it gone. It is cut after that: before, the other one may write to it.
    if (ownPath !== partPath) await renameFile(partPath, ownPath);
    isMoved = ownPath !== partPath;
    await handle.truncate(byteCount);
    return new PartFile(directory, ownName, handle, byteCount);
  } catch (error) {
    await ignoringDisk(async () => handle?.close());
    if (isMoved) await ignoringDisk(async () => renameFile(ownPath, partPath));
    releasePath(ownPath);
    throw fileErrorCode(error) === 'ENOENT'
      ? new ExportError('notKept', partPath, error)
      : toExportError(error, partPath);
  }
}

/** The name of a part of this process, numbered where it has kept another one. */
async function reserveOwnName(partPath: string, name: string): Promise<string> {
  if (isBeingWritten(partPath)) throw new ExportError('notKept', partPath, undefined);
  for (let copy = 1; ; copy++) {
    const ownName = numberedName(name, copy);
    const ownPath = partPathOf(path.dirname(partPath), ownName);
    if ((ownPath === partPath || !(await fileExists(ownPath))) && reservePath(ownPath)) return ownName;
  }
}

/** A part is touched at this interval, even if no persons arrive, so that other windows see that its export still runs. */
export const touchEveryMs = 60_000;

/** Each write has a cost, so it waits for this many bytes; only `flush` writes fewer. */
const minWriteBytes = 512 * 1024;
/** How much may wait for the disk before the source is held back. */
const maxQueuedBytes = 3 * minWriteBytes;

/** Bytes are written in the background, one batch after the other. */
export class PartFile {
  readonly directory: string;
  readonly partPath: string;
  readonly #name: string;
  readonly #handle: FileHandle;
  readonly #touching: NodeJS.Timeout;
  #bytes: number;
  /** Where the next batch begins in the file. */
  #position: number;
  #queue: Uint8Array[] = [];
  /** In `#queue`, or being written. */
  #queuedBytes = 0;
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;
  #isWhole = false;
  #nameRefusal: unknown;

  constructor(directory: string, name: string, handle: FileHandle, bytes = 0) {
    this.directory = directory;
    this.partPath = partPathOf(directory, name);
    this.#name = name;
    this.#handle = handle;
    this.#bytes = bytes;
    this.#position = bytes;
    this.#touching = setInterval(() => {
      const now = new Date();
      void ignoringDisk(async () => handle.utimes(now, now));
    }, touchEveryMs).unref();
  }

  /** Bytes so far, on disk or not yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Why the file keeps the name of its part; undefined unless it does. */
  get nameRefusal(): unknown {
    return this.#nameRefusal;
  }

  /** True when the caller has to await `drained` before it appends more. */
  get isFull(): boolean {
    return this.#queuedBytes >= maxQueuedBytes || this.#failure !== undefined;
  }

  /** Takes `bytes` over: they must not change afterwards. Never throws; what went wrong is thrown by `drained`. */
  append(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#failure !== undefined) return;
    this.#queue.push(bytes);
    this.#queuedBytes += bytes.length;
    if (this.#queuedBytes >= minWriteBytes) this.#startWriting();
  }

  /** Resolves once there is room for more. Throws what writing has failed with. */
  async drained(): Promise<void> {
    while (this.#queuedBytes >= maxQueuedBytes && this.#writing !== undefined) await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Hands everything to the system, so that it outlives this process. Throws what writing has failed with. */
  async flush(): Promise<void> {
    this.#startWriting();
    while (this.#writing !== undefined) {
      await this.#writing;
      this.#startWriting();
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Syncs everything to disk, then sets the final name: `name`, by default the part's own, numbered if another file
   * has it. Resolves with the path: the part's own if the system refuses the name (`nameRefusal`), because what is
   * whole stays. Throws ExportError.
   */
  async finish(name: string = this.#name): Promise<string> {
    await this.flush();
    try {
      await this.#handle.sync();
    } catch (error) {
      throw this.#fail(error);
    }
    clearInterval(this.#touching);
    await onDisk(this.partPath, async () => this.#handle.close());
    this.#isWhole = true;
    try {
      return await takeFreePath(this.directory, name, async (file) => {
        await renameFile(this.partPath, file);
        await syncDirectory(this.directory);
      });
    } catch (error) {
      if (fileErrorCode(error) === undefined) throw error;
      this.#nameRefusal = error;
      return this.partPath;
    } finally {
      releasePath(this.partPath);
    }
  }

  /** Removes the part, unless it is whole. Never throws: it is called where something else has gone wrong already. */
  async discard(): Promise<void> {
    if (this.#isWhole) return;
    await this.#close();
    await ignoringDisk(async () => removeFile(this.partPath));
    releasePath(this.partPath);
  }

  /** Leaves the part where it is, for another time. Never throws. */
  async keep(): Promise<void> {
    await this.#close();
    releasePath(this.partPath);
  }

  /** Forgets what is not being written yet. */
  async #close(): Promise<void> {
    clearInterval(this.#touching);
    this.#queue = [];
    await this.#writing;
    await ignoringDisk(async () => this.#handle.close());
  }

  #startWriting(): void {
    if (this.#queue.length > 0) this.#writing ??= this.#writeQueue();
  }

  async #writeQueue(): Promise<void> {
    const batch = Buffer.concat(this.#queue);
    this.#queue = [];
    try {
      await writeAll(this.#handle, batch, this.#position);
      this.#position += batch.length;
      this.#queuedBytes -= batch.length;
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#writing = undefined;
      if (this.#queuedBytes >= minWriteBytes) this.#startWriting();
    }
  }

  #fail(error: unknown): Error {
    const failure = toExportError(error, this.partPath);
    this.#failure ??=
      failure instanceof Error ? failure : new Error('The part was not written.', { cause: error });
    this.#queue = [];
    return this.#failure;
  }
}
