import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { retryInUse } from '#disk/moveFile.ts';
import { onDisk } from '#exports/files/diskAction.ts';

const blockBytes = 1024 * 1024;
/** Bytes to read after a jump: few, because the next place may be elsewhere again. */
const jumpBytes = 64 * 1024;

/** Reads small ranges of a file, mostly in rising order: a block at a time, because each system call has a cost. */
export class BlockReader {
  readonly #file: string;
  #handle: FileHandle | undefined;
  /** Used again and again: blocks that wait for the garbage collection would take most of a comparison's memory. */
  #buffer: Buffer = Buffer.alloc(0);
  #block: Buffer = this.#buffer;
  #start = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The bytes are valid until the next call. Throws ExportError. */
  async read(start: number, length: number): Promise<Buffer> {
    if (start < this.#start || start + length > this.#start + this.#block.length) {
      const end = this.#start + this.#block.length;
      const isNear = start >= this.#start && start < end + blockBytes;
      await this.#readBlock(start, Math.max(isNear ? blockBytes : jumpBytes, length));
    }
    return this.#block.subarray(start - this.#start, start - this.#start + length);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  async #readBlock(start: number, length: number): Promise<void> {
    await onDisk(this.#file, async () => {
      this.#handle ??= await retryInUse(() => open(this.#file));
      if (this.#buffer.length < length) this.#buffer = Buffer.alloc(length);
      const { bytesRead } = await this.#handle.read(this.#buffer, 0, length, start);
      this.#block = this.#buffer.subarray(0, bytesRead);
      this.#start = start;
    });
  }
}
