// A file that exists under its final name only when it is whole: `.part`, fsync, rename.
import { access, mkdir, open, rename, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ExportError, systemCode, toExportError } from './exportError.ts';

/** Small pieces are gathered into blocks of this size; larger ones go to disk as they are. */
const blockBytes = 128 * 1024;
/** How much may wait for the disk before the source is held back. */
const mostQueuedBytes = 384 * 1024;

/** The part of `fileName` that this process writes. The process's number tells a leftover from one under way. */
export function partNameOf(fileName: string): string {
  return `${fileName}.${process.pid}.part`;
}

/**
 * Makes `directory` (0700) where it is missing, and a part (0600) for a name that is still free: `a.csv`, else
 * `a (2).csv` and so on. Throws ExportError.
 */
export async function createPartFile(directory: string, fileName: string): Promise<PartFile> {
  if (fileName === '' || fileName !== path.basename(fileName) || /^\.{1,2}$/.test(fileName)) {
    throw new ExportError('badName', fileName, undefined);
  }
  await onDisk(directory, async () => mkdir(directory, { recursive: true, mode: 0o700 }));
  for (let copy = 1; ; copy++) {
    const name = copy === 1 ? fileName : numberedName(fileName, copy);
    const handle = await openPart(directory, name);
    if (handle !== undefined) return new PartFile(directory, name, handle);
  }
}

/** Opens a part again that was kept, cut to its first `byteCount` bytes. It is this process's from then on. */
export async function reopenPartFile(partPath: string, name: string, byteCount: number): Promise<PartFile> {
  const directory = path.dirname(partPath);
  const ownPath = path.join(directory, partNameOf(name));
  if (active.has(partPath) || active.has(ownPath)) throw new ExportError('inUse', partPath, undefined);
  active.add(ownPath);
  try {
    // Of two windows that want it, one finds it gone.
    if (ownPath !== partPath) await rename(partPath, ownPath);
    const handle = await open(ownPath, 'a', 0o600);
    const part = new PartFile(directory, name, handle);
    part.bytes = byteCount;
    await handle.truncate(byteCount);
    return part;
  } catch (error) {
    active.delete(ownPath);
    throw systemCode(error) === 'ENOENT'
      ? new ExportError('inUse', partPath, error)
      : toExportError(error, partPath);
  }
}

/** By this very process. */
export function isBeingWritten(partPath: string): boolean {
  return active.has(partPath);
}

/** Parts that are written, and final names that are about to be taken. */
const active = new Set<string>();

interface Piece {
  readonly bytes: Uint8Array;
  /** The block that `bytes` lies in, to be used again once it is written. */
  readonly block: Buffer | undefined;
}

export class PartFile {
  readonly directory: string;
  readonly partPath: string;
  /** Bytes appended so far, on disk or not yet. */
  bytes = 0;
  #name: string;
  #handle: FileHandle;
  #block: Buffer;
  #used = 0;
  #spareBlocks: Buffer[] = [];
  #queue: Piece[] = [];
  #queuedBytes = 0;
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(directory: string, name: string, handle: FileHandle) {
    this.directory = directory;
    this.partPath = path.join(directory, partNameOf(name));
    this.#name = name;
    this.#handle = handle;
    this.#block = Buffer.allocUnsafeSlow(blockBytes);
    active.add(this.partPath);
  }

  /** True when the caller has to await `drained` before it appends more. */
  get isFull(): boolean {
    return this.#queuedBytes >= mostQueuedBytes || this.#failure !== undefined;
  }

  /** Takes `bytes` over: they must not change afterwards. Never throws; what went wrong is thrown by `drained`. */
  append(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    if (bytes.length >= blockBytes / 8) {
      this.#seal();
      this.#enqueue(bytes);
      return;
    }
    if (this.#used + bytes.length > blockBytes) this.#seal();
    this.#block.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** As `append`, for bytes that will be written over by their owner. */
  appendCopy(bytes: Uint8Array): void {
    if (bytes.length < blockBytes / 8) {
      this.append(bytes);
      return;
    }
    this.bytes += bytes.length;
    for (let from = 0; from < bytes.length;) {
      if (this.#used === blockBytes) this.#seal();
      const piece = bytes.subarray(from, from + blockBytes - this.#used);
      this.#block.set(piece, this.#used);
      this.#used += piece.length;
      from += piece.length;
    }
  }

  /** Hands everything to the system, so that it outlives this process. */
  async flush(): Promise<void> {
    this.#seal();
    await this.drained();
  }

  async drained(): Promise<void> {
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Everything to disk for good, then the final name: `name`, by default the part's own, numbered where somebody else has
   * taken it meanwhile. Resolves with the path.
   */
  async finish(name: string = this.#name): Promise<string> {
    await this.flush();
    await onDisk(this.partPath, async () => {
      await this.#handle.sync();
      await this.#handle.close();
    });
    const target = await claimFreePath(this.directory, name);
    try {
      await onDisk(target, async () => rename(this.partPath, target));
    } finally {
      active.delete(target);
    }
    active.delete(this.partPath);
    await syncDirectory(this.directory);
    return target;
  }

  /** Takes the part away. Never throws: it is called where something else has gone wrong already. */
  async discard(): Promise<void> {
    this.#queue.length = 0;
    await this.#writing;
    await quietly(async () => this.#handle.close());
    await quietly(async () => unlink(this.partPath));
    active.delete(this.partPath);
  }

  /** Leaves the part where it is, for another time. Never throws. */
  async keep(): Promise<void> {
    await this.#writing;
    await quietly(async () => this.#handle.close());
    active.delete(this.partPath);
  }

  #seal(): void {
    if (this.#used === 0) return;
    this.#enqueue(this.#block.subarray(0, this.#used), this.#block);
    this.#block = this.#spareBlocks.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
    this.#used = 0;
  }

  #enqueue(bytes: Uint8Array, block?: Buffer): void {
    if (this.#failure !== undefined) return;
    this.#queue.push({ bytes, block });
    this.#queuedBytes += bytes.length;
    this.#writing ??= this.#writeQueue();
  }

  async #writeQueue(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        const batch = this.#queue.splice(0);
        await writeAll(
          this.#handle,
          batch.map((piece) => piece.bytes),
        );
        for (const { bytes, block } of batch) {
          this.#queuedBytes -= bytes.length;
          if (block !== undefined) this.#spareBlocks.push(block);
        }
      }
    } catch (error) {
      const failure = toExportError(error, this.partPath);
      this.#failure =
        failure instanceof Error ? failure : new Error('The part was not written.', { cause: error });
      this.#queue.length = 0;
    } finally {
      this.#writing = undefined;
    }
  }
}

/** Undefined where the name, or its part, is taken. */
async function openPart(directory: string, name: string): Promise<FileHandle | undefined> {
  const partPath = path.join(directory, partNameOf(name));
  if (await exists(path.join(directory, name))) return undefined;
  try {
    return await open(partPath, 'wx', 0o600);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return undefined;
    // The folder is there: what cannot be found is a name that the file system does not take.
    throw code === 'ENOENT' ? new ExportError('badName', partPath, error) : toExportError(error, partPath);
  }
}

/** `a.csv` → `a (2).csv` */
function numberedName(name: string, copy: number): string {
  const { name: stem, ext } = path.parse(name);
  return `${stem} (${copy})${ext}`;
}

/** Free, and `active` from here on, so that two exports that end at the same moment do not take the same one. */
async function claimFreePath(directory: string, name: string): Promise<string> {
  for (let copy = 1; ; copy++) {
    const candidate = path.join(directory, copy === 1 ? name : numberedName(name, copy));
    if (active.has(candidate) || (await exists(candidate)) || active.has(candidate)) continue;
    active.add(candidate);
    return candidate;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return false;
    throw toExportError(error, file);
  }
}

/** A nearly full disk takes a part of what it is given and refuses the rest only when asked again. */
async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let rest = pieces;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest);
    rest = after(rest, bytesWritten);
  }
}

function after(pieces: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let left = count;
  let index = 0;
  for (const piece of pieces) {
    if (left < piece.length) return [piece.subarray(left), ...pieces.slice(index + 1)];
    left -= piece.length;
    index++;
  }
  return [];
}

/** Makes the rename itself last through a power cut. Windows opens no folders, and some network drives sync none. */
async function syncDirectory(directory: string): Promise<void> {
  await quietly(async () => {
    const handle = await open(directory, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
}

async function onDisk<T>(file: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw toExportError(error, file);
  }
}

/** For steps whose failure the system may have, and that change nothing about what is reported. */
async function quietly(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}
