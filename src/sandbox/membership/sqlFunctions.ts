// SQL functions in JavaScript, where SQLite has none.
import type { SQLOutputValue } from 'node:sqlite';
import { isJsonObject } from '#sandbox/json/jsonValue.ts';
import type { Database } from '#sandbox/store/database.ts';
import { compilePattern } from './compilePattern.ts';
import { isVersionIn } from './versionRanges.ts';
import { momentIn, numberIn } from './readNumbersAndTimes.ts';

export function registerFunctions(db: Database): void {
  const define = (name: string, one: (...values: SQLOutputValue[]) => string | number | null): void => {
    db.connection.function(name, { deterministic: true, varargs: true }, one);
  };
  define('folded', (text) => (typeof text === 'string' ? text.toLowerCase() : null));
  define('number_in', (text) => (typeof text === 'string' ? (numberIn(text) ?? null) : null));
  define('moment_in', (value) =>
    typeof value === 'string' || typeof value === 'number' ? (momentIn(value) ?? null) : null,
  );
  define('pattern_matches', (pattern, text) =>
    typeof text === 'string' ? Number(compilePattern(String(pattern)).test(text)) : null,
  );
  define('cleaned_path', (text) => (typeof text === 'string' ? cleanedPath(text) : null));
  define('version_in', (range, text) => {
    const isIn = typeof text === 'string' ? isVersionIn(String(range), text) : undefined;
    return isIn === undefined ? null : Number(isIn);
  });
  define('member_of', (object, key) => memberOf(String(object), String(key)));
}

/** The path without the query, the fragment and slashes at the end. */
function cleanedPath(text: string): string {
  const [path = ''] = text.split(/[?#]/, 1);
  let end = path.length;
  while (path.charAt(end - 1) === '/') end--;
  return path.slice(0, end);
}

/** The JSON of an object's member; null if there is none. */
function memberOf(object: string, key: string): string | null {
  const value: unknown = JSON.parse(object);
  return isJsonObject(value) && Object.hasOwn(value, key) ? JSON.stringify(value[key]) : null;
}
