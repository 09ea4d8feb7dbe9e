// @ts-check
// The levels of tests: where each is, and how its files are divided among processes.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { root } from '../setup/paths.mjs';

/**
 * @typedef {object} Level
 * @property {string} folder
 * @property {number} [processes] how many share the files; a process for each unless given
 * @property {string[]} [first] names of the files that take longest: begun last, one would run on alone
 */

/** How many processes of tests, extension hosts and workbenches run at a time: all of them calculate. */
export const cores = availableParallelism();

/** @satisfies {Record<string, Level>} */
export const levels = {
  /** Many small files: a process for each would take longer than the tests. */
  unit: { folder: 'test/unit', processes: cores },
  contract: {
    folder: 'test/contract',
    processes: cores,
    first: ['connections', 'responses', 'process', 'durability'],
  },
  /** Rules that need many thousands of cases, or large files: too long for the check before each commit. */
  laws: {
    folder: 'test/laws',
    processes: cores,
    first: ['saves', 'mergeJson', 'faults', 'filterShape', 'editValue', 'valueAsJson'],
  },
  package: { folder: 'test/package' },
  /** In one extension host. */
  integration: { folder: 'test/integration' },
  /** Files that share a window: one for each process. With these files first, two processes take equally long. */
  uiTogether: {
    folder: 'test/ui/together',
    first: ['recovery', 'exports', 'table', 'compare', 'tileKinds'],
    processes: cores,
  },
  /** Files that need a window of their own, because it has to be new or other. */
  uiAlone: { folder: 'test/ui/alone', first: ['stoppedHost', 'keyring', 'start'] },
};

/**
 * Test files below a folder, in one order on every machine.
 * @param {string} folder
 * @param {string[]} [first] names of those that come first
 * @returns {string[]}
 */
export function testFiles(folder, first = []) {
  const names = readdirSync(path.join(root, folder), { recursive: true }).map(String);
  const placeOf = (/** @type {string} */ name) => {
    const place = first.indexOf(path.basename(name, '.test.ts'));
    return place < 0 ? first.length : place;
  };
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .toSorted()
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((name) => path.join(folder, name));
}

/** Keeps what Node compiled for the next process. */
export const compiled = { NODE_COMPILE_CACHE: path.join(root, '.build/compiled') };
