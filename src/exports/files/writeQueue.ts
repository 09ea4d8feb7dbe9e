// Bytes on their way to a file: gathered into blocks, written in the background one batch after the other.
import type { FileHandle } from 'node:fs/promises';
import { writeAll } from './diskAction.ts';
import { toExportError } from './exportError.ts';

/** Small pieces are gathered into blocks of this size; larger ones go to disk as they are. */
const blockBytes = 128 * 1024;
const largePieceBytes = blockBytes / 8;
/** How much may wait for the disk before the source is held back. */
const mostQueuedBytes = 384 * 1024;

interface Piece {
  readonly bytes: Uint8Array;
  /** The block that `bytes` lies in, to be used again once it is written. */
  readonly block: Buffer | undefined;
}

export class WriteQueue {
  /** Appended so far, on disk or not yet. */
  bytes = 0;
  readonly #handle: FileHandle;
  readonly #file: string;
  #block: Buffer = Buffer.allocUnsafeSlow(blockBytes);
  #used = 0;
  readonly #spareBlocks: Buffer[] = [];
  readonly #queue: Piece[] = [];
  #queuedBytes = 0;
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  /** `file` is named in errors. Closing `handle` stays with the caller. */
  constructor(handle: FileHandle, file: string) {
    this.#handle = handle;
    this.#file = file;
  }

  get isFull(): boolean {
    return this.#queuedBytes >= mostQueuedBytes || this.#failure !== undefined;
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
    this.bytes += bytes.length;
    let copied = 0;
    while (copied < bytes.length) {
      if (this.#used === blockBytes) this.#sealBlock();
      const piece = bytes.subarray(copied, copied + blockBytes - this.#used);
      this.#block.set(piece, this.#used);
      this.#used += piece.length;
      copied += piece.length;
    }
  }

  /** Resolves once nothing waits. Throws what writing has failed with. */
  async drained(): Promise<void> {
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async flush(): Promise<void> {
    this.#sealBlock();
    await this.drained();
  }

  /** As `drained`, but never throws. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Forgets what is not written yet. Never throws. */
  async stop(): Promise<void> {
    this.#queue.length = 0;
    await this.#writing;
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
    this.#writing ??= this.#writeQueue();
  }

  async #writeQueue(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        const batch = this.#queue.splice(0);
        const pieces = batch.map(({ bytes }) => bytes);
        await writeAll(this.#handle, pieces);
        for (const { bytes, block } of batch) {
          this.#queuedBytes -= bytes.length;
          if (block !== undefined) this.#spareBlocks.push(block);
        }
      }
    } catch (error) {
      const failure = toExportError(error, this.#file);
      this.#failure =
        failure instanceof Error ? failure : new Error('The part was not written.', { cause: error });
      this.#queue.length = 0;
    } finally {
      this.#writing = undefined;
    }
  }
}
