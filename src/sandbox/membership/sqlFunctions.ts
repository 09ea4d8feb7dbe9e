// SQL functions in JavaScript, where SQLite has none.
import type { SQLOutputValue } from 'node:sqlite';
import semver from 'semver';
import { isJsonObject } from '#sandbox/json/rawJson.ts';
import type { Database } from '#sandbox/store/database.ts';
import { CannotEvaluate } from './conditionTypes.ts';
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

// Compiles the regular expressions of filters.
const compiledPatterns = new Map<string, RegExp>();

/** A leading `(?i)` ignores case. Throws CannotEvaluate for an invalid pattern. */
export function compilePattern(pattern: string): RegExp {
  const compiled = compiledPatterns.get(pattern) ?? compile(pattern);
  if (compiledPatterns.size > 100) compiledPatterns.clear();
  compiledPatterns.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): RegExp {
  const isFolding = pattern.startsWith('(?i)');
  const source = isFolding ? pattern.slice(4) : pattern;
  const flags = isFolding ? 'i' : '';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return compileLoosely(source, flags);
  }
}

/** Without Unicode mode, which refuses escapes such as `\-` that other engines allow. */
function compileLoosely(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new CannotEvaluate(`Invalid regular expression ${source}.`, { cause: error });
  }
}

// Versions as semantic versioning has them.
const prefixes = {
  semver_eq: '=',
  semver_gt: '>',
  semver_gte: '>=',
  semver_lt: '<',
  semver_lte: '<=',
  semver_tilde: '~',
  semver_caret: '^',
  semver_wildcard: '',
} as const;
export type SemverOperator = keyof typeof prefixes;

const options = { loose: true, includePrerelease: true };

/** The range that the operator means, such as `^1.2.3`. Throws CannotEvaluate if there is none. */
export function versionRange(operator: SemverOperator, version: string): string {
  const range = `${prefixes[operator]}${version.trim()}`;
  if (version.trim() === '' || semver.validRange(range, options) === null) {
    throw new CannotEvaluate(`Cannot compare with ${version}, which is not a version.`);
  }
  return range;
}

/** Undefined if the text is not a version. */
function isVersionIn(range: string, text: string): boolean | undefined {
  return semver.valid(text, options) === null ? undefined : semver.satisfies(text, range, options);
}
