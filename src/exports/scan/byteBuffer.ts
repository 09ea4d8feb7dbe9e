/** Bytes in the making. `bytes` grows to the most that was ever in it; only `bytes[0, length)` counts. */
export class ByteBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  /** Makes room for `count` more bytes. Whoever writes them by index sets `length` afterwards. */
  reserve(count: number): Buffer {
    if (this.length + count > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
      larger.set(this.view());
      this.bytes = larger;
    }
    return this.bytes;
  }

  /** Appends the text as UTF-8. */
  append(text: string): void {
    const bytes = this.reserve(3 * text.length); // UTF-8 needs no more for a UTF-16 unit
    this.length += bytes.write(text, this.length);
  }

  /** Valid until the next change. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/** Below this, a loop is faster than the call of `set`. */
const shortBytes = 64;

/** Copies `source[start, end)` to `target` from `at` on, and returns the index after the copy. */
export function copyBytes(
  source: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  at: number,
): number {
  if (end - start > shortBytes) target.set(source.subarray(start, end), at);
  else for (let from = start, to = at; from < end; from++, to++) target[to] = source[from] ?? 0;
  return at + end - start;
}
