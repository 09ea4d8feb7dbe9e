// Finds the persons in a page's raw bytes, in whatever chunks they come, without parsing them.
import { endOfNesting, keptOfJson, lookAt, mostBytes } from './borders.ts';

/**
 * What a body turned out to be.
 * - `page`: an object with a list under `results`
 * - `list`: a bare list
 * - `object`: another object, such as the Cohort-shaped one that the interface shows
 * - `other`: no JSON object or list, such as a web page
 * - `nothing`: not a byte
 */
export interface PageEnd {
  readonly kind: 'page' | 'list' | 'object' | 'other' | 'nothing';
  /** Undefined where the body has no `next`, or null. */
  readonly next: string | undefined;
  /** The outermost bracket closed and nothing followed it: a body can end early without any error. */
  readonly isWhole: boolean;
  readonly elements: number;
}

/** What a byte means outside a string. Every byte of a longer UTF-8 letter is above 0x7f, hence none of these. */
const plain = 0;
const quote = 1;
const opener = 2;
const closer = 3;
const comma = 4;
const colon = 5;
const space = 6;
const meanings = new Uint8Array(256);
for (const [letters, meaning] of [
  ['"', quote],
  ['{[', opener],
  ['}]', closer],
  [',', comma],
  [':', colon],
  [' \t\r\n\uFEFF', space],
] as const) {
  for (const byte of Buffer.from(letters)) meanings[byte] = meaning;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quoteByte = 0x22;
const backslash = 0x5c;
const bracket = 0x5b;
const brace = 0x7b;
/** A `next` or a key that is longer is none. */
const longestText = 64 * 1024;

/** Receives an element's bytes as they came; they stay valid. Without `hasLineEnds` there are none in them. */
export type ElementListener = (element: Uint8Array, hasLineEnds: boolean) => void;

/**
 * The index after the object that begins at `start`; -1 where it does not end in `bytes`. For who reads persons in
 * detail and so knows their end without a scan.
 */
export type Measure = (bytes: Uint8Array, start: number) => number;

export class PageScanner {
  #onElement: ElementListener;
  #measure: Measure | undefined;
  #depth = 0;
  #kind: PageEnd['kind'] = 'nothing';
  #isClosed = false;
  #isInString = false;
  #isEscaped = false;
  /** The depth inside the list of persons; 0 while outside it. */
  #listDepth = 0;
  #elements = 0;
  /** Where the running element, or the running text of the outermost object, starts in this chunk; -1 for none. */
  #start = -1;
  #isTextRunning = false;
  #isBareValue = false;
  #hasLineEnds = false;
  #isLookedAt = false;
  #carried: Uint8Array[] = [];
  #carriedBytes = 0;
  #lastText: string | undefined;
  #key: string | undefined;
  #next: string | undefined;

  constructor(onElement: ElementListener, measure?: Measure) {
    this.#onElement = onElement;
    this.#measure = measure;
  }

  /** `chunk` must not change afterwards. */
  push(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; from += mostBytes) {
      this.#push(chunk.length <= mostBytes ? chunk : chunk.subarray(from, from + mostBytes));
    }
  }

  #push(chunk: Uint8Array): void {
    this.#isLookedAt = false;
    if (this.#start >= 0) this.#start = 0;
    this.#hasLineEnds ||= chunk.includes(lineFeed) || chunk.includes(carriageReturn);
    let index = 0;
    while (index < chunk.length && this.#kind !== 'other') {
      if (this.#isInString) index = this.#skipString(chunk, index);
      else if (this.#listDepth > 0 && this.#depth > this.#listDepth) index = this.#skipNested(chunk, index);
      else {
        const end = chunk[index] === brace ? this.#measured(chunk, index) : -1;
        if (end < 0) this.#step(chunk, index++);
        else index = end;
      }
    }
    if (this.#start >= 0) this.#carry(chunk.subarray(this.#start));
  }

  #measured(chunk: Uint8Array, index: number): number {
    if (this.#measure === undefined || this.#listDepth === 0 || this.#isBareValue) return -1;
    const end = this.#measure(chunk, index);
    if (end < 0) return -1;
    this.#start = index;
    this.#endElement(chunk, end);
    return end;
  }

  end(): PageEnd {
    const isWhole = this.#isClosed && this.#kind !== 'other';
    return { kind: this.#kind, next: this.#next, isWhole, elements: this.#elements };
  }

  /** Inside a person only texts and brackets matter. Returns where it stopped. */
  #skipNested(chunk: Uint8Array, from: number): number {
    if (!this.#isLookedAt) lookAt(chunk);
    this.#isLookedAt = true;
    const end = endOfNesting(from, chunk.length, this.#depth, this.#listDepth);
    if (end >= 0) {
      this.#depth = this.#listDepth;
      this.#endElement(chunk, end);
      return end;
    }
    const { depth, isInString, isEscaped } = keptOfJson();
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return chunk.length;
  }

  /** The rest of a string that began in an earlier step or chunk. */
  #skipString(chunk: Uint8Array, from: number): number {
    const { length } = chunk;
    let index = this.#isEscaped ? from + 1 : from;
    this.#isEscaped = false;
    while (index < length) {
      const byte = chunk[index++] ?? 0;
      if (byte === backslash) index++;
      else if (byte === quoteByte) {
        this.#isInString = false;
        if (this.#isTextRunning) this.#endText(chunk, index);
        else if (this.#listDepth > 0 && this.#depth === this.#listDepth) this.#endElement(chunk, index);
        return index;
      }
    }
    this.#isEscaped = index > length;
    return length;
  }

  /** One byte outside strings and outside the inside of a person. */
  #step(chunk: Uint8Array, index: number): void {
    const byte = chunk[index] ?? 0;
    const meaning = meanings[byte];
    if (this.#depth === 0) return this.#stepOutside(byte, meaning);
    const isInList = this.#listDepth > 0;
    if (this.#isBareValue && meaning !== plain) {
      this.#isBareValue = false;
      this.#endElement(chunk, index);
    }
    if (meaning === quote) {
      this.#isInString = true;
      if (isInList) this.#begin(index);
      else if (this.#depth === 1) this.#beginText(index);
    } else if (meaning === opener) {
      if (isInList) this.#begin(index);
      else if (this.#depth === 1 && byte === bracket && this.#key === 'results') {
        this.#kind = 'page';
        this.#listDepth = 2;
      }
      this.#depth++;
    } else if (meaning === closer) this.#close();
    else if (meaning === plain && isInList && !this.#isBareValue) {
      this.#isBareValue = true;
      this.#begin(index);
    } else if (this.#depth === 1 && !isInList) this.#stepField(meaning);
  }

  #stepOutside(byte: number, meaning: number | undefined): void {
    if (meaning === space) return;
    if (this.#isClosed || (byte !== brace && byte !== bracket)) {
      this.#kind = 'other';
      return;
    }
    this.#kind = byte === brace ? 'object' : 'list';
    this.#depth = 1;
    if (byte === bracket) this.#listDepth = 1;
  }

  #stepField(meaning: number | undefined): void {
    if (meaning === colon) {
      this.#key = this.#lastText;
      this.#lastText = undefined;
    } else if (meaning === comma) this.#endField();
  }

  #endField(): void {
    if (this.#key === 'next') this.#next = this.#lastText;
    this.#key = undefined;
    this.#lastText = undefined;
  }

  #close(): void {
    if (this.#depth === 1 && this.#listDepth === 0) this.#endField();
    if (this.#depth === this.#listDepth) this.#listDepth = 0;
    this.#depth--;
    if (this.#depth === 0) this.#isClosed = true;
  }

  #begin(index: number): void {
    this.#start = index;
  }

  #beginText(index: number): void {
    this.#isTextRunning = true;
    this.#start = index;
  }

  #carry(bytes: Uint8Array): void {
    if (this.#isTextRunning && this.#carriedBytes > longestText) return;
    this.#carried.push(bytes);
    this.#carriedBytes += bytes.length;
  }

  #take(chunk: Uint8Array, end: number): Uint8Array {
    const last = chunk.subarray(this.#start, end);
    this.#start = -1;
    if (this.#carried.length === 0) return last;
    const whole = Buffer.concat([...this.#carried, last]);
    this.#carried = [];
    this.#carriedBytes = 0;
    return whole;
  }

  #endElement(chunk: Uint8Array, end: number): void {
    this.#elements++;
    this.#onElement(this.#take(chunk, end), this.#hasLineEnds);
  }

  #endText(chunk: Uint8Array, end: number): void {
    this.#isTextRunning = false;
    const text = this.#take(chunk, end);
    this.#lastText = text.length > longestText ? undefined : parseText(text);
  }
}

function parseText(text: Uint8Array): string | undefined {
  try {
    const value: unknown = JSON.parse(
      Buffer.from(text.buffer, text.byteOffset, text.length).toString('utf8'),
    );
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // a broken key or `next` is none
  }
}
