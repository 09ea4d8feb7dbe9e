// Bytes on their way to a file: gathered into blocks, written in the background one batch after the other.
import type { FileHandle } from 'node:fs/promises';
import { writeAll } from './diskAction.ts';
import { toExportError } from './exportError.ts';

/** Small pieces are gathered into blocks of this size; larger ones go to disk as they are. */
const blockBytes = 128 * 1024;
const largePieceBytes = blockBytes / 8;
/** Each write has a cost, so it waits for this much; only `flush` writes less. */
const minWriteBytes = 4 * blockBytes;
/** How much may wait for the disk before the source is held back. */
const maxQueuedBytes = 3 * minWriteBytes;
/** So much is synced to disk while more comes: all of it at the end would be one long wait. */
const syncEveryBytes = 16 * 1024 * 1024;

interface PendingBlock {
  readonly bytes: Uint8Array;
  /** The block that `bytes` lies in, to be used again once it is written. */
  readonly block: Buffer | undefined;
}

export class WriteQueue {
  /** Appended so far, on disk or not yet. */
  bytes = 0;
  readonly #handle: FileHandle;
  readonly #file: string;
  /** Where the next batch begins in the file. */
  #position: number;
  #block: Buffer = Buffer.allocUnsafeSlow(blockBytes);
  #used = 0;
  readonly #spareBlocks: Buffer[] = [];
  readonly #queue: PendingBlock[] = [];
  #queuedBytes = 0;
  #writing: Promise<void> | undefined;
  #unsyncedBytes = 0;
  #syncing: Promise<void> | undefined;
  #failure: Error | undefined;

  /** `file` is named in errors, `position` is where to begin in it. Closing `handle` stays with the caller. */
  constructor(handle: FileHandle, file: string, position: number) {
    this.#handle = handle;
    this.#position = position;
    this.#file = file;
  }

  get isFull(): boolean {
    return this.#queuedBytes >= maxQueuedBytes || this.#failure !== undefined;
  }

  append(bytes: Uint8Array): void {
    if (bytes.length < largePieceBytes) {
      this.appendCopy(bytes);
      return;
    }
    this.bytes += bytes.length;
    this.#sealBlock();
    this.#enqueue(bytes);
  }

  appendCopy(bytes: Uint8Array): void {
    if (bytes.length >= largePieceBytes) {
      this.append(Buffer.from(bytes));
      return;
    }
    this.bytes += bytes.length;
    if (this.#used + bytes.length > blockBytes) this.#sealBlock();
    this.#block.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Resolves once there is room for more. Throws what writing has failed with. */
  async drained(): Promise<void> {
    while (this.#queuedBytes >= maxQueuedBytes && this.#writing !== undefined) await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves once all is written. Throws what writing has failed with. */
  async flush(): Promise<void> {
    this.#sealBlock();
    this.#startWriting();
    while (this.#writing !== undefined) {
      await this.#writing;
      this.#startWriting();
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves once all is on disk. Throws what writing has failed with. */
  async sync(): Promise<void> {
    await this.flush();
    await this.#syncing;
    this.#startSyncing();
    await this.#syncing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Forgets what is not being written yet. Never throws. */
  async stop(): Promise<void> {
    this.#queue.length = 0;
    await this.#writing;
    await this.#syncing;
  }

  #sealBlock(): void {
    if (this.#used === 0) return;
    this.#enqueue(this.#block.subarray(0, this.#used), this.#block);
    this.#block = this.#spareBlocks.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
    this.#used = 0;
  }

  #enqueue(bytes: Uint8Array, block?: Buffer): void {
    if (this.#failure !== undefined) return;
    this.#queue.push({ bytes, block });
    this.#queuedBytes += bytes.length;
    if (this.#queuedBytes >= minWriteBytes) this.#startWriting();
  }

  #startWriting(): void {
    if (this.#queue.length > 0) this.#writing ??= this.#writeQueue();
  }

  async #writeQueue(): Promise<void> {
    const batch = this.#queue.splice(0);
    try {
      await writeAll(
        this.#handle,
        batch.map(({ bytes }) => bytes),
        this.#position,
      );
      for (const { bytes, block } of batch) {
        this.#position += bytes.length;
        this.#queuedBytes -= bytes.length;
        this.#unsyncedBytes += bytes.length;
        if (block !== undefined) this.#spareBlocks.push(block);
      }
      if (this.#unsyncedBytes >= syncEveryBytes) this.#startSyncing();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#writing = undefined;
      if (this.#queuedBytes >= minWriteBytes) this.#startWriting();
    }
  }

  #startSyncing(): void {
    this.#syncing ??= this.#syncFile();
  }

  async #syncFile(): Promise<void> {
    this.#unsyncedBytes = 0;
    try {
      await this.#handle.sync();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#syncing = undefined;
    }
  }

  #fail(error: unknown): void {
    const failure = toExportError(error, this.#file);
    this.#failure ??=
      failure instanceof Error ? failure : new Error('The part was not written.', { cause: error });
    this.#queue.length = 0;
  }
}
