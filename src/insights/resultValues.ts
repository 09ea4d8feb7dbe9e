// The values of a result, each read as what it must be.
import { type ChartLimits, tileLimits } from './chartLimits.ts';
import type { CellValue, Shown, ValueCell } from './chartModel.ts';
import { isLongNumber, longNumberText } from '#json/longNumbers.ts';
import { toJsonText } from '#json/parsedValue.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A result that does not have the format of its kind. Caught by `readTile`, which then shows it as JSON. */
export class OddResult extends Error {}

/** The format is known, but a number in it is invalid or impossible. */
export class OddNumber extends OddResult {}

/** Sums of larger numbers overflow. */
const largest = 1e100;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new OddResult('no list');
  return value;
}

/** Whether the service has sent a part of an insight's result only. */
export function hasMoreOf({ hasMore, result }: Fields): boolean {
  return hasMore === true || fieldsOf(result).hasMore === true;
}

/** Some databases send decimals as text. */
const decimal = /^[+-]?\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,3})?$/;

/** Throws OddResult for what is neither a number nor one as text. */
function numberOf(value: unknown): number {
  const text = writtenNumber(value);
  const number = text === undefined ? value : Number(text);
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > largest)
    throw new OddNumber('no number');
  return number;
}

/** A value to draw, and what tables and copies have instead. */
export interface DrawnValue {
  /** Null if there is none, or none that can be drawn. */
  readonly value: number | null;
  readonly cell?: ValueCell | undefined;
}

export function drawnValueOf(raw: unknown, { label }: ChartLimits): DrawnValue {
  if (raw === null || raw === undefined) return { value: null };
  const text = writtenNumber(raw);
  const value = text === undefined ? raw : Number(text);
  if (typeof value === 'number' && Math.abs(value) <= largest)
    return text !== undefined && isLongNumber(text) ? { value, cell: text } : { value: value + 0 }; // -0 is 0
  if (typeof raw === 'number' && Number.isFinite(raw)) return { value: null, cell: raw };
  return { value: null, cell: label(typeof raw === 'string' ? raw : (toJsonText(raw) ?? '…')) };
}

/** The same of a number of persons: there are neither fewer than none nor more than can be counted. */
export function drawnCountOf(raw: unknown, limits: ChartLimits): DrawnValue {
  const drawn = drawnValueOf(raw, limits);
  const { value, cell } = drawn;
  if (value === null || (value >= 0 && value <= Number.MAX_SAFE_INTEGER)) return drawn;
  return { value: null, cell: cell ?? value };
}

/** If no value can be drawn, there is no chart. A series without any value is one. */
export function requireDrawn(values: readonly DrawnValue[]): void {
  const areOdd = values.some(({ cell }) => cell !== undefined);
  if (areOdd && values.every(({ value }) => value === null)) throw new OddNumber('no number');
}

/** What is shown instead of values, by place. */
export function cellsOf(values: readonly DrawnValue[]): {
  readonly cells?: Readonly<Record<number, ValueCell>>;
} {
  const found = values.flatMap(({ cell }, place) => (cell === undefined ? [] : [[place, cell] as const]));
  return found.length > 0 ? { cells: Object.fromEntries(found) } : {};
}

function writtenNumber(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : longNumberText(value);
  return text !== undefined && decimal.test(text) ? text : undefined;
}

/** Throws OddResult below 0, and for more than can be counted: there are neither so few nor so many persons. */
export function countOf(value: unknown): number {
  const count = numberOf(value);
  if (count < 0 || count > Number.MAX_SAFE_INTEGER) throw new OddNumber('no count');
  return count;
}

export function textOf(value: unknown, { label } = tileLimits): string {
  if (typeof value === 'string') return label(value);
  return typeof value === 'number' ? String(value) : (longNumberText(value) ?? '');
}

/** A cell of a table: numbers stay numbers if a double holds them, everything else is its text. */
export function cellOf(value: unknown, { cell }: ChartLimits): CellValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return cell(typeof value === 'string' ? value : (toJsonText(value) ?? '…'));
}

/** Names keep such codes, as services write them, until `shownName` puts words in their place. */
export const nameCode = (name: string): string => `$$_${name}_$$`;

/** The values of a breakdown, of which there may be several. */
export function breakdownParts(value: unknown, read: ChartLimits): readonly string[] {
  if (!Array.isArray(value)) return value === null ? [] : partOf(value, read);
  return value.slice(0, read.breakdownParts).flatMap((part) => partOf(part, read));
}

function partOf(value: unknown, read: ChartLimits): readonly string[] {
  if (value === null) return [nameCode('posthog_breakdown_null')];
  if (value === '') return [nameCode('empty')];
  const text = typeof value === 'boolean' ? String(value) : textOf(value, read);
  return text === '' ? [] : [text];
}

export function breakdownText(value: unknown, read: ChartLimits): string {
  return breakdownParts(value, read).join(' · ');
}

/** Begins with a year, a month and a day; a time, if any, after a space or a T. */
const isoDate = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** The date in ISO 8601; undefined for what is not a date. */
export function dateOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isoDate.test(value)) return undefined;
  const iso = value.replace(' ', 'T');
  return isRealDay(iso.slice(0, 10)) && !Number.isNaN(Date.parse(iso)) ? iso : undefined;
}

/** `Date.parse` takes February 30 for March 2. */
function isRealDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** The first `limit`, and how many there are. */
export function firstOf<T>(
  all: readonly T[],
  limit: number,
): { readonly first: readonly T[]; readonly shown: Shown } {
  const first = all.slice(0, limit);
  return { first, shown: { shown: first.length, total: all.length } };
}
