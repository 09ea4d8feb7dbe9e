// Whether a person's properties are the same in two exports, and what of them differs. The order of keys and white space do
// not count, and numbers keep all of their digits.
import { hash } from 'node:crypto';
import { findMember } from '#exports/scan/personMember.ts';

const propertiesKey = Buffer.from('properties');

/** Of the person's properties, hexadecimal; the same for those without any. */
export function digestProperties(person: Uint8Array): string {
  const range = findMember(person, propertiesKey);
  const text = range ? Buffer.from(person.subarray(range.start, range.end)).toString() : '';
  return hash('sha1', canonical(text), 'hex');
}

/** What is too deep or broken is compared as it is written. */
function canonical(text: string): string {
  try {
    return print(read(text)) ?? text;
  } catch {
    return text;
  }
}

/** One line of JSON: who it is, the names of the properties that differ, and their values before and after. */
export function describeChange(before: Uint8Array, after: Uint8Array): Buffer {
  const [older, newer] = [readPerson(before), readPerson(after)];
  const keys = [...new Set([...Object.keys(older.properties), ...Object.keys(newer.properties)])];
  const changed = keys.filter((key) => print(older.properties[key]) !== print(newer.properties[key]));
  const pick = (properties: Properties) =>
    Object.fromEntries(
      changed.flatMap((key) => (Object.hasOwn(properties, key) ? [[key, properties[key]]] : [])),
    );
  const { id, name } = newer;
  const line = {
    id,
    name,
    changed: changed.join(', '),
    before: pick(older.properties),
    after: pick(newer.properties),
  };
  return Buffer.from(JSON.stringify(line));
}

type Properties = Readonly<Record<string, unknown>>;

interface ReadPerson {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly properties: Properties;
}

function readPerson(bytes: Uint8Array): ReadPerson {
  const person = read(Buffer.from(bytes).toString());
  const fields: Properties = isObject(person) ? person : {};
  const { id, name, properties } = fields;
  return { id, name, properties: isObject(properties) ? properties : {} };
}

declare global {
  /** What the language's types do not have yet: the text of a value, and a number that keeps its text. */
  interface JSON {
    parse(
      text: string,
      revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
  }
}

/** Longer numbers than a double holds stay as they are written. */
function keepDigits(_: string, value: unknown, { source }: { readonly source?: string }): unknown {
  const isOther = typeof value === 'number' && source !== undefined && String(value) !== source;
  return isOther ? JSON.rawJSON(source) : value;
}
const longNumber = /\d{16}|\d[.eE]/;

function read(text: string): unknown {
  const value: unknown = longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  return value;
}

/** With keys in one order. */
function print(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) => (isPlain(inner) ? sorted(inner) : inner));
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number kept as text is a frozen object without a prototype. */
function isPlain(value: unknown): value is object {
  return isObject(value) && Object.getPrototypeOf(value) !== null;
}
