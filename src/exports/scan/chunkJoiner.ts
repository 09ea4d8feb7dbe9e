/** Scans the values that are whole in `bytes`, and returns the index after the last one. */
export type Scan = (bytes: Uint8Array) => number;

/** So much of the next chunk is usually more than enough for the rest of a value. */
const joinBytes = 4096;

/** Lets a scan see whole values though bytes come in chunks: a value that is cut is joined with what follows it. */
export class ChunkJoiner {
  readonly #scan: Scan;
  /** Begins with a value that is not whole. */
  #unfinished: Uint8Array = new Uint8Array();
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(scan: Scan) {
    this.#scan = scan;
  }

  /** `chunk` must not change afterwards. */
  push(chunk: Uint8Array): void {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    // A long value is scanned again only once it has doubled, so that it takes time in proportion to its length.
    if (this.#waitingBytes >= this.#unfinished.length) this.#scanAll();
  }

  /** Scans what is still waiting. Returns what is not whole even so. */
  end(): Uint8Array {
    this.#scanAll();
    return this.#unfinished;
  }

  /** Bytes that wait for the end of their value. */
  get length(): number {
    return this.#unfinished.length + this.#waitingBytes;
  }

  #scanAll(): void {
    const [first] = this.#waiting;
    const chunk = first !== undefined && this.#waiting.length === 1 ? first : Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    const start = this.#unfinished.length > 0 ? this.#finish(chunk) : 0;
    if (start === chunk.length) return;
    const rest = chunk.subarray(start);
    this.#unfinished = rest.subarray(this.#scan(rest));
  }

  /** Joins the unfinished value with no more of `chunk` than it takes. Returns the index after what was used of `chunk`. */
  #finish(chunk: Uint8Array): number {
    let taken = 0;
    while (taken < chunk.length) {
      const before = this.#unfinished.length;
      const more = chunk.subarray(taken, taken + Math.max(before, joinBytes));
      const joined = Buffer.concat([this.#unfinished, more]);
      const used = this.#scan(joined);
      if (used >= before) {
        this.#unfinished = new Uint8Array();
        return taken + used - before;
      }
      this.#unfinished = joined.subarray(used);
      taken += more.length;
    }
    return taken;
  }
}
