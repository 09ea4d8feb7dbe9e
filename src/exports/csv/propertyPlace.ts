// The places where persons' JSON has values: a tree that grows as persons are read.

/** A key's or an item's place. Its column's name is its path, joined by dots. */
export interface PropertyPlace {
  readonly name: string;
  /** The key's bytes between its quotes, escapes included. */
  readonly key: Uint8Array;
  readonly byKey: Map<string, PropertyPlace>;
  readonly items: PropertyPlace[];
  /** The key that came first in the last object with other keys than expected, and the one that came after this one. */
  firstKey: PropertyPlace | undefined;
  nextKey: PropertyPlace | undefined;
  /** The column of the plain values found here; undefined until there is one. */
  column: number | undefined;
  /** Another place has the same column. */
  isShared: boolean;
  /** The service prints this one value as a time. */
  readonly isTime: boolean;
}

export function createRootPlace(): PropertyPlace {
  return createPlace('', new Uint8Array());
}

/** `raw`: the key's bytes between its quotes, escapes included. */
export function placeOfKey(parent: PropertyPlace, raw: Uint8Array): PropertyPlace {
  const key = Buffer.from(raw);
  const text = key.toString('latin1');
  const known = parent.byKey.get(text);
  if (known !== undefined) return known;
  const place = createPlace(pathOf(parent, decodeKey(key)), key);
  parent.byKey.set(text, place);
  return place;
}

export function pathOfItem(parent: PropertyPlace, index: number): string {
  return pathOf(parent, String(index));
}

export function placeOfItem(parent: PropertyPlace, index: number): PropertyPlace {
  return (parent.items[index] ??= createPlace(pathOf(parent, String(index)), new Uint8Array()));
}

function createPlace(name: string, key: Uint8Array): PropertyPlace {
  return {
    name,
    key,
    byKey: new Map(),
    items: [],
    firstKey: undefined,
    nextKey: undefined,
    column: undefined,
    isShared: false,
    isTime: name === 'created_at',
  };
}

/** The path of a key of `parent`, without a place for it. */
export function pathOfKey(parent: PropertyPlace, raw: Uint8Array): string {
  return pathOf(parent, decodeKey(Buffer.from(raw)));
}

function pathOf(parent: PropertyPlace, name: string): string {
  return parent.name === '' ? name : `${parent.name}.${name}`;
}

function decodeKey(key: Buffer): string {
  const text = key.toString('utf8');
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text; // a broken escape is shown unchanged
  }
}
