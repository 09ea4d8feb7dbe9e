// Bytes on their way to a file: written in the background, one batch after the other.
import type { FileHandle } from 'node:fs/promises';
import { writeAll } from './diskAction.ts';
import { toExportError } from './exportError.ts';

/** Each write has a cost, so it waits for this many bytes; only `flush` writes fewer. */
const minWriteBytes = 512 * 1024;
/** How much may wait for the disk before the source is held back. */
const maxQueuedBytes = 3 * minWriteBytes;

export class WriteQueue {
  /** Appended so far, on disk or not yet. */
  bytes = 0;
  readonly #handle: FileHandle;
  readonly #file: string;
  /** Where the next batch begins in the file. */
  #position: number;
  #queue: Uint8Array[] = [];
  /** In `#queue`, or being written. */
  #queuedBytes = 0;
  #writing: Promise<void> | undefined;
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
    this.bytes += bytes.length;
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

  /** Resolves once all is written. Throws what writing has failed with. */
  async flush(): Promise<void> {
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
    try {
      await this.#handle.sync();
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /** Forgets what is not being written yet. Never throws. */
  async stop(): Promise<void> {
    this.#queue = [];
    await this.#writing;
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
    const failure = toExportError(error, this.#file);
    this.#failure ??=
      failure instanceof Error ? failure : new Error('The part was not written.', { cause: error });
    this.#queue = [];
    return this.#failure;
  }
}
