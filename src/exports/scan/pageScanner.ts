// Finds the persons in a page's raw bytes, in whatever chunks they come, without parsing them.
import {
  byteOrderMark,
  carriageReturn,
  closeBrace,
  closeBracket,
  comma,
  lineFeed,
  openBrace,
  openBracket,
  quote,
} from './byteCodes.ts';
import { ChunkJoiner } from './chunkJoiner.ts';
import { endOfString, endOfValue, skipSpace, startOfFieldValue } from './jsonScanner.ts';

/**
 * What a body turned out to be.
 * - `page`: an object with a list under `results`
 * - `list`: a bare list
 * - `object`: another object, such as the Cohort-shaped one that the interface shows
 * - `other`: no JSON object or list, such as a web page
 * - `endless`: too many bytes without a whole person, see `maxBytesWithoutElement`
 * - `nothing`: white space at most
 */
export type BodyKind = 'page' | 'list' | 'object' | 'other' | 'endless' | 'nothing';

export interface PageEnd {
  readonly kind: BodyKind;
  /** Undefined if the body has no `next`, or null. */
  readonly next: string | undefined;
  /** The outermost bracket closed and nothing followed it: a body can end early without any error. */
  readonly isWhole: boolean;
  readonly elements: number;
}

const byteOrderMarkBytes: ReadonlySet<number | undefined> = new Set(byteOrderMark);

/** Bounds the memory for one person, and what a page may hold besides persons. A table reads no longer rows either. */
const maxBytesWithoutElement = 16 * 1024 * 1024;

/** `step` found no JSON, or not all of a value. */
const stop = -1;

/**
 * `element`: its bytes as they came; they stay valid.
 * `mayHaveLineEnds`: false if a search of all bytes around found none, which costs less than one of each element.
 */
export type OnElement = (element: Uint8Array, mayHaveLineEnds: boolean) => void;

export class PageScanner {
  readonly #onElement: OnElement;
  readonly #joiner = new ChunkJoiner((bytes) => this.#scan(bytes));
  #kind: BodyKind = 'nothing';
  #place: 'before' | 'fields' | 'elements' | 'after' = 'before';
  #elements = 0;
  /** Passed since the last element. */
  #passedBytes = 0;
  #next: string | undefined;
  #mayHaveLineEnds = true;

  constructor(onElement: OnElement) {
    this.#onElement = onElement;
  }

  /** `chunk` must not change afterwards. Returns false if nothing that follows can make it a page. */
  push(chunk: Uint8Array): boolean {
    if (this.#hasFailed) return false;
    this.#joiner.push(chunk);
    return !this.#hasFailed;
  }

  end(): PageEnd {
    if (!this.#hasFailed) this.#joiner.end();
    const isWhole = this.#place === 'after' && !this.#hasFailed;
    return { kind: this.#kind, next: this.#next, isWhole, elements: this.#elements };
  }

  get #hasFailed(): boolean {
    return this.#kind === 'other' || this.#kind === 'endless';
  }

  #scan(bytes: Uint8Array): number {
    const { length } = bytes;
    this.#mayHaveLineEnds = bytes.includes(lineFeed) || bytes.includes(carriageReturn);
    let at = skipSpace(bytes, 0, length);
    let elementEnd = 0;
    while (at < length) {
      const elementsBefore = this.#elements;
      const end = this.#step(bytes, at);
      if (end === stop) break;
      if (this.#elements > elementsBefore) {
        this.#passedBytes = 0;
        elementEnd = end;
      }
      at = skipSpace(bytes, end, length);
    }
    this.#passedBytes += at - elementEnd;
    if (this.#passedBytes + length - at > maxBytesWithoutElement) this.#kind = 'endless';
    return this.#hasFailed ? length : at;
  }

  /** Passes what begins at `at`. */
  #step(bytes: Uint8Array, at: number): number {
    switch (this.#place) {
      case 'before':
        return this.#open(bytes, at);
      case 'fields':
        return this.#field(bytes, at);
      case 'elements':
        return this.#element(bytes, at);
      case 'after':
        return this.#fail();
    }
  }

  #open(bytes: Uint8Array, at: number): number {
    const byte = bytes[at];
    if (byteOrderMarkBytes.has(byte)) return at + 1;
    if (byte !== openBrace && byte !== openBracket) return this.#fail();
    this.#kind = byte === openBrace ? 'object' : 'list';
    this.#place = byte === openBrace ? 'fields' : 'elements';
    return at + 1;
  }

  /** A field of the outermost object; of the one with the persons, up to its opening bracket. */
  #field(bytes: Uint8Array, at: number): number {
    const { length } = bytes;
    const byte = bytes[at];
    if (byte === comma) return at + 1;
    if (byte === closeBrace) {
      this.#place = 'after';
      return at + 1;
    }
    if (byte !== quote) return this.#fail();
    const keyEnd = endOfString(bytes, at, length);
    if (keyEnd < 0) return this.#unfinished(keyEnd);
    const valueStart = startOfFieldValue(bytes, keyEnd, length);
    if (valueStart === length) return stop;
    const key = readString(bytes.subarray(at, keyEnd));
    if (key === 'results' && bytes[valueStart] === openBracket) {
      this.#kind = 'page';
      this.#place = 'elements';
      return valueStart + 1;
    }
    const end = endOfValue(bytes, valueStart, length);
    if (end < 0) return this.#unfinished(end);
    if (key === 'next') this.#next = readString(bytes.subarray(valueStart, end));
    return end;
  }

  #element(bytes: Uint8Array, at: number): number {
    const byte = bytes[at];
    if (byte === comma) return at + 1;
    if (byte === closeBracket) {
      this.#place = this.#kind === 'page' ? 'fields' : 'after';
      return at + 1;
    }
    const end = endOfValue(bytes, at, bytes.length);
    if (end <= at) return this.#unfinished(end);
    this.#elements++;
    this.#onElement(bytes.subarray(at, end), this.#mayHaveLineEnds);
    return end;
  }

  #unfinished(end: number): typeof stop {
    return end === stop ? stop : this.#fail();
  }

  #fail(): typeof stop {
    this.#kind = 'other';
    return stop;
  }
}

/** Undefined for null and whatever is not a string. */
function readString(json: Uint8Array): string | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString());
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // a broken escape
  }
}
