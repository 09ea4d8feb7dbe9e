import { quote } from '#exports/scan/byteCodes.ts';

// The columns of a CSV of all persons: a column for each path at which any person has a value.
/** The most columns that are written, and read: more would make each row as long, and no spreadsheet shows them. */
export const maxColumns = 10_000;

/** The last column if there would be more: a JSON object of what has no column of its own. */
export const restColumn = '(rest)';

/** A place in persons' JSON. Two places can have the same path: `{"a.b": 1}` and `{"a": {"b": 1}}`. */
export interface PropertyPlace {
  /** The name of its column: keys and list indexes, joined by dots. */
  readonly path: string;
  /** By key or list index. */
  readonly children: Map<string, PropertyPlace>;
  /** Undefined until a person has a plain value here. */
  column: number | undefined;
}

export function createPlace(path: string): PropertyPlace {
  return { path, children: new Map(), column: undefined };
}

export class CsvColumns {
  /** Names by the columns' numbers, in the order in which they were found. */
  readonly names: string[] = [];
  readonly root = createPlace('');
  readonly #byName = new Map<string, number>();
  /** Sorted by UTF-16 units; behind `names` until the next `isPath`. */
  #sortedNames: readonly string[] = [];
  readonly #sortKeyOf: (name: string) => string;

  /** Columns are sorted by the code points of `sortKeyOf`: of their names, as the service does, unless another one is given. */
  constructor(sortKeyOf = (name: string): string => name) {
    this.#sortKeyOf = sortKeyOf;
  }

  /** No column is added but the one of the rest. */
  get isFull(): boolean {
    return this.names.length >= maxColumns - 1;
  }

  /** Whether the path is that of a column, or of an object or a list with columns. */
  isPath(name: string): boolean {
    if (this.#byName.has(name)) return true;
    if (this.#sortedNames.length < this.names.length) this.#sortedNames = this.names.toSorted();
    const prefix = `${name}.`;
    const first = placeIn(this.#sortedNames, (other) => other >= prefix);
    return this.#sortedNames[first]?.startsWith(prefix) === true;
  }

  /** Whether the place has a column, or can get one. */
  hasRoomFor({ column, path }: PropertyPlace): boolean {
    return column !== undefined || !this.isFull || this.#byName.has(path);
  }

  columnOf(place: PropertyPlace): number {
    return (place.column ??= this.add(place.path));
  }

  add(name: string): number {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const column = this.names.push(name) - 1;
    this.#byName.set(name, column);
    return column;
  }

  /** Whether there is a column for what has none of its own. */
  get hasRest(): boolean {
    return this.names.length >= maxColumns;
  }

  /** The column of what has none of its own, in columns that are full. A field of a person may have the same name. */
  addRest(): number {
    return this.hasRest ? maxColumns - 1 : this.names.push(restColumn) - 1;
  }

  /** Adds a column that others have found, in the order of their numbers. */
  restore(name: string): void {
    if (this.isFull) this.addRest();
    else this.add(name);
  }

  /** The columns in the order in which they are written. */
  sorted(): number[] {
    const keys = this.names.map((_, column) => ({ column, key: this.#keyOf(column) }));
    return keys.toSorted((one, other) => Buffer.compare(one.key, other.key)).map(({ column }) => column);
  }

  #keyOf(column: number): Buffer {
    return column === maxColumns - 1 ? lastKey : Buffer.from(this.#sortKeyOf(this.names[column] ?? ''));
  }
}

/** The index of the first item that is not before the wanted one; the length if there is none. */
function placeIn<T>(sorted: readonly T[], isNotBefore: (item: T) => boolean): number {
  let from = 0;
  for (let to = sorted.length; from < to;) {
    const middle = (from + to) >> 1;
    const item = sorted[middle];
    if (item === undefined || isNotBefore(item)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** No UTF-8 text has this byte. */
const lastKey = Buffer.from([0xff]);

// A cell's text as CSV has it, and back.

/** A cell's text without its quotes; as it is if text follows them. @param quoteByte -1 if cells have none */
export function readCell(
  bytes: Uint8Array,
  start: number,
  end: number,
  quoteByte = quote,
  decode = utf8Text,
): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes[start] !== quoteByte) return decode(buffer, start, end);
  const isClosed = end - start > 1 && bytes[end - 1] === quoteByte;
  if (!isClosed && buffer.subarray(start + 1, end).includes(quoteByte)) return decode(buffer, start, end);
  const inside = decode(buffer, start + 1, isClosed ? end - 1 : end);
  const mark = String.fromCharCode(quoteByte);
  return inside.includes(mark) ? inside.replaceAll(mark + mark, mark) : inside;
}

export function utf8Text(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('utf8', start, end);
}

/** `text` with quotes if it needs them. */
export function printCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
