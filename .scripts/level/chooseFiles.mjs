// @ts-check
import path from 'node:path';
import { SetupFailure } from '../setup/failure.mjs';
import { testFiles } from '../stages/levels.mjs';

/**
 * The files of some levels whose path below the level's folder has one of the names in it; all where none is given.
 * A file that is called just so is meant alone.
 * @param {readonly import('../stages/levels.mjs').Level[]} levels
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function chooseFiles(levels, names) {
  const files = levels.flatMap(({ folder }) =>
    testFiles(folder).map((file) => ({
      file,
      short: path.relative(folder, file).replace(/\.test\.ts$/, ''),
    })),
  );
  if (names.length === 0) return files.map(({ file }) => file);
  const chosen = names.flatMap((name) => {
    const exact = files.filter(({ short }) => path.basename(short) === name);
    return exact.length > 0 ? exact : files.filter(({ short }) => short.includes(name));
  });
  if (chosen.length > 0) return [...new Set(chosen.map(({ file }) => file))];
  const known = files.map(({ short }) => short).join(', ');
  throw new SetupFailure(`No file of tests is called "${names.join('" or "')}". There are: ${known}`);
}
