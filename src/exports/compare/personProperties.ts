// Whether a person's properties are the same in two exports, and what of them differs. The order of keys and white space do
// not count, and long numbers keep all of their digits.
import { hash } from 'node:crypto';
import { comma, openBrace, quote } from '#exports/scan/byteCodes.ts';
import { endOfString, endOfValue, skipSpace, startOfFieldValue } from '#exports/scan/jsonScanner.ts';
import { findMember } from '#exports/scan/personMember.ts';
import { parseKeepingLong } from '#json/longNumbers.ts';
import { isSameParsed, isTooDeep } from '#json/parsedValue.ts';

const propertiesKey = Buffer.from('properties');

/** A digest of the text of a person's properties. Equal digests mean equal properties. */
export function digestProperties(person: Uint8Array): Buffer {
  const { start, end } = findMember(person, propertiesKey) ?? { start: 0, end: 0 };
  return Buffer.from(hash('sha1', person.subarray(start, end), 'hex'), 'hex'); // a short Buffer shares its memory with others
}

/** False for invalid JSON: the caller knows that the texts differ. */
export function hasSameProperties(before: Uint8Array, after: Uint8Array): boolean {
  const [older, newer] = [propertiesOf(before), propertiesOf(after)];
  const start = firstDifferentMember(older, newer);
  try {
    return isSameParsed(readMembers(older, start), readMembers(newer, start));
  } catch {
    return false;
  }
}

const noProperties = Buffer.from('{}');

/** The text of a JSON object. */
function propertiesOf(person: Uint8Array): Uint8Array {
  const { start, end } = findMember(person, propertiesKey) ?? { start: 0, end: 0 };
  return start < end && person[start] === openBrace ? person.subarray(start, end) : noProperties;
}

/**
 * Where a member begins before which both objects are the same, byte for byte. Most persons have changed in little of what
 * they have, and parsing all of it would take most of the time of a comparison.
 */
function firstDifferentMember(before: Uint8Array, after: Uint8Array): number {
  const { length } = before;
  let same = 0;
  while (same < length && before[same] === after[same]) same++;
  let start = 1;
  while (before[start] === quote) {
    const keyEnd = endOfString(before, start, length);
    const end = keyEnd < 0 ? keyEnd : endOfValue(before, startOfFieldValue(before, keyEnd, length), length);
    if (end < 0 || before[end] !== comma) break;
    const next = skipSpace(before, end + 1, length);
    if (next > same) break;
    start = next;
  }
  return start;
}

/** The members from `start` on. */
function readMembers(object: Uint8Array, start: number): unknown {
  return parseKeepingLong(`{${Buffer.from(object.subarray(start)).toString()}`);
}

/**
 * One line of JSON: who it is, the names of the properties that differ, and their values before and after. A value that is
 * nested too deeply to be written is an ellipsis.
 */
export function describeChange(before: Uint8Array, after: Uint8Array): Buffer {
  const [older, newer] = [readPerson(before), readPerson(after)];
  const keys = [...new Set([...Object.keys(older.properties), ...Object.keys(newer.properties)])];
  const changed = keys.filter((key) => !isSameParsed(older.properties[key], newer.properties[key]));
  const pick = (properties: Properties) =>
    Object.fromEntries(
      changed.flatMap((key) => (Object.hasOwn(properties, key) ? [[key, writable(properties[key])]] : [])),
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

const firstOfChange: readonly string[] = ['name', 'id', 'changed'];

/** Sorts the columns of changes: who it is and what changed, then each property's value before beside the one after. */
export function changeSortKey(column: string): string {
  const place = firstOfChange.indexOf(column);
  if (place >= 0) return String(place);
  const [, side, property] = /^(before|after)\.(.*)$/s.exec(column) ?? [];
  return property === undefined ? `4 ${column}` : `3 ${property}\0${side === 'before' ? 0 : 1}`;
}

type Properties = Readonly<Record<string, unknown>>;

interface ReadPerson {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly properties: Properties;
}

function readPerson(bytes: Uint8Array): ReadPerson {
  const person = parseKeepingLong(Buffer.from(bytes).toString());
  const fields: Properties = isObject(person) ? person : {};
  const { id, name, properties } = fields;
  return { id, name, properties: isObject(properties) ? properties : {} };
}

function writable(value: unknown): unknown {
  return isTooDeep(value) ? '…' : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
