// @ts-check
// The levels of tests: where each is, and how its files share the cores.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { root } from '../setup/paths.mjs';

/**
 * @typedef {object} Level
 * @property {string} folder
 * @property {(file: string) => boolean} [picks] all of the folder's files unless given
 * @property {number} [processes] how many share the files; a process for each unless given
 * @property {string[]} [first] names of the files that take longest: begun last, one would run on alone
 * @property {number} [atOnce] how many of them run at a time; all unless given
 * @property {boolean} [isBackground] gets what the others leave of the processor
 * @property {boolean} [hasSecondTry] files that failed run once more, without the others; not after a crash or a `finalFailure`
 * @property {NodeJS.ProcessEnv} [env]
 */

/** In the message of a failure that no second try may hide, such as a key in a log. */
export const finalFailure = 'without a second try';

export const cores = availableParallelism();

/** Processes of one level at a time, so that the other half of the cores is left to the levels that run beside it. */
const half = Math.ceil(cores / 2);

/** Rules that need many thousands of cases, or large files: too long for the check before each commit. */
const laws = {
  folder: 'test/laws',
  processes: 2 * cores,
  first: ['saves', 'mergeJson', 'faults', 'filterShape', 'editValue', 'valueAsJson'],
  env: { COHORT_DECK_SCHEDULES: '2000' },
};

/** Those that neither wait nor connect: with little of the processor they are slow, but do not fail. @param {string} file */
const onlyCalculates = (file) => /laws.(filters|insights|json|webview)\W/.test(file);

/** @satisfies {Record<string, Level>} */
export const levels = {
  /** Many small files: a process for each would take longer than the tests. */
  unit: { folder: 'test/unit', processes: cores },
  /** Half of the time it waits: for deadlines, for processes that it has started, for the disk. */
  contract: {
    folder: 'test/contract',
    processes: 2 * cores,
    first: ['connections', 'responses', 'process', 'durability'],
    atOnce: half,
  },
  laws,
  /** They calculate while the workbench waits. */
  calculatingLaws: { ...laws, processes: cores, picks: onlyCalculates, isBackground: true },
  otherLaws: { ...laws, picks: (file) => !onlyCalculates(file), atOnce: half },
  package: { folder: 'test/package' },
  /** In one extension host. */
  integration: { folder: 'test/integration' },
  /** Files that share a window: one for each process. With these files first, two processes take equally long. */
  uiTogether: {
    folder: 'test/ui/together',
    first: ['recovery', 'exports', 'table', 'compare', 'tileKinds'],
    processes: cores,
    hasSecondTry: true,
  },
  /** Files that need a window of their own, because it has to be new or other. */
  uiAlone: {
    folder: 'test/ui/alone',
    first: ['commands', 'keyring', 'start'],
    atOnce: half,
    hasSecondTry: true,
  },
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
