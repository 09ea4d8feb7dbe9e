// A row in the making.

/** A length that takes one byte to write down. */
export const shortText = 0x7f;

/** Grows to the largest row there is. */
export class Bytes {
  buffer: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
  length = 0;

  /** Empties it and gives room for `count` bytes, to be written by index; `length` is the caller's to set. */
  reserved(count: number): Buffer {
    this.length = 0;
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

  /** A column's number, the length of `bytes[start, end)`, and those bytes: the innermost step, so all in one. */
  cell(column: number, bytes: Uint8Array, start: number, end: number): void {
    const count = end - start;
    this.#reserve(count + 12);
    if (column < 0x80 && count < 0x80) {
      const { buffer } = this;
      let at = this.length;
      buffer[at++] = column;
      buffer[at++] = count;
      for (let from = start; from < end; from++) buffer[at++] = bytes[from] ?? 0;
      this.length = at;
      return;
    }
    this.number(column);
    this.number(count);
    this.copy(bytes, start, end);
  }

  /**
   * Room for a cell of up to `shortText` bytes, which the caller writes from the index that it returns on and then ends.
   * A cell that is not ended was never there.
   */
  shortCell(column: number): number {
    this.#reserve(shortText + 12);
    const { length } = this;
    this.number(column);
    const begin = this.length + 1;
    this.length = length;
    return begin;
  }

  endShortCell(begin: number, count: number): void {
    this.buffer[begin - 1] = count;
    this.length = begin + count;
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
