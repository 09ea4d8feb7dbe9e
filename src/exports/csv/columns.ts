// The columns of a CSV of everyone: every path that any person has a value under, found as the persons pass by.

/** A place in the persons' JSON. Its full name is its path, joined by dots. */
export interface Place {
  readonly name: string;
  readonly children: Child[];
  readonly byKey: Map<string, Child>;
  /** With which key an object began whose keys were not the expected ones. */
  first: Child | undefined;
  /** The column of a plain value that stands here; undefined until one did. */
  column: number | undefined;
  /** The one place whose value the service prints as a time. */
  readonly isTime: boolean;
}

export interface Child {
  /** The key's bytes as they stand between its quotes. */
  readonly key: Uint8Array;
  readonly place: Place;
  /** The one that came behind it, where that was not expected. */
  next: Child | undefined;
  /** Its index, where it is an item of a list. */
  readonly item: number | undefined;
}

export class CsvColumns {
  /** In the order in which they were found. */
  readonly names: string[] = [];
  readonly root: Place = createPlace('');
  readonly #byName = new Map<string, number>();
  readonly #onColumn: (column: number, name: string) => void;

  /** `onColumn` is told of each new column before its number is used. */
  constructor(onColumn: (column: number, name: string) => void = () => undefined) {
    this.#onColumn = onColumn;
  }

  /** `{"a.b": 1}` and `{"a": {"b": 1}}` are two places and one column. */
  columnOf(place: Place): number {
    place.column ??= this.add(place.name);
    return place.column;
  }

  add(name: string): number {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const column = this.names.push(name) - 1;
    this.#byName.set(name, column);
    this.#onColumn(column, name);
    return column;
  }

  /** `raw` is the key's bytes as they stand between its quotes. */
  childOf(place: Place, raw: Uint8Array): Child {
    const key = Buffer.from(raw);
    const text = key.toString('latin1');
    return place.byKey.get(text) ?? addChild(place, text, key, decodeKey(key), undefined);
  }

  itemOf(place: Place, index: number): Child {
    const known = place.children[index];
    if (known?.item === index) return known;
    const name = String(index);
    const raw = `\n${name}`; // no key of an object: JSON writes line ends as \\n
    return place.byKey.get(raw) ?? addChild(place, raw, Buffer.from(raw), name, index);
  }

  /** Columns by the code points of their names, as the service sorts them. */
  sorted(): readonly number[] {
    const keys = this.names.map((name) => Buffer.from(name));
    return keys.map((_, column) => column).toSorted((one, other) => compareKeys(keys[one], keys[other]));
  }

  /** Puts a column where it belongs among others that are in that order. */
  insert(column: number, sorted: number[]): void {
    const key = Buffer.from(this.names[column] ?? '');
    let from = 0;
    for (let to = sorted.length; from < to;) {
      const middle = (from + to) >> 1;
      const name = this.names[sorted[middle] ?? 0] ?? '';
      if (Buffer.compare(Buffer.from(name), key) < 0) from = middle + 1;
      else to = middle;
    }
    sorted.splice(from, 0, column);
  }
}

function compareKeys(one: Buffer | undefined, other: Buffer | undefined): number {
  return one === undefined || other === undefined ? 0 : Buffer.compare(one, other);
}

function createPlace(name: string): Place {
  return {
    name,
    children: [],
    byKey: new Map(),
    first: undefined,
    column: undefined,
    isTime: name === 'created_at',
  };
}

function addChild(
  parent: Place,
  raw: string,
  key: Uint8Array,
  name: string,
  item: number | undefined,
): Child {
  const fullName = parent.name === '' ? name : `${parent.name}.${name}`;
  const child: Child = { key, place: createPlace(fullName), next: undefined, item };
  parent.children.push(child);
  parent.byKey.set(raw, child);
  return child;
}

function decodeKey(key: Uint8Array): string {
  const text = Buffer.from(key).toString('utf8');
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text; // a broken escape is shown as it stands
  }
}
