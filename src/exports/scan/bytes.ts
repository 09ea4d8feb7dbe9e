// Bytes in the making.

/** Grows to the most that was ever in it. Numbers are little-endian base 128. */
export class Bytes {
  buffer: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
  length = 0;

  /** Empties it and gives room for `count` bytes, to be written by index; `length` is the caller's to set. */
  reserved(count: number): Buffer {
    this.length = 0;
    this.#reserve(count);
    return this.buffer;
  }

  /** Room for `count` bytes behind what is there, to be written by index; `length` is the caller's to set. */
  room(count: number): Buffer {
    this.#reserve(count);
    return this.buffer;
  }

  number(value: number): void {
    this.#reserve(6);
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length++] = rest;
  }

  copy(bytes: Uint8Array, start: number, end: number): void {
    const count = end - start;
    this.#reserve(count);
    if (count > 48) this.buffer.set(bytes.subarray(start, end), this.length);
    else for (let at = 0; at < count; at++) this.buffer[this.length + at] = bytes[start + at] ?? 0;
    this.length += count;
  }

  /** Valid until the next change. */
  view(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, this.length + count));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}

/** Undefined where the bytes end first. */
export function readNumber(bytes: Uint8Array, cursor: { at: number }): number | undefined {
  let value = 0;
  for (let scale = 1; ; scale *= 0x80) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) return undefined;
    if (byte < 0x80) return value + byte * scale;
    value += (byte - 0x80) * scale;
  }
}
