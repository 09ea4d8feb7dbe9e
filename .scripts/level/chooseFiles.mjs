// @ts-check
import path from 'node:path';
import { SetupFailure } from '../setup/failure.mjs';
import { testFiles } from '../stages/levels.mjs';

/**
 * The files of some levels that the names mean; all where none is given. A name means the files and the folders that are
 * called just so, or else every file whose path below the level's folder has it in it. Paths from the root do, too.
 * @param {readonly import('../stages/levels.mjs').Level[]} levels
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function chooseFiles(levels, names) {
  const files = levels.flatMap(({ folder }) =>
    testFiles(folder).map((file) => ({
      file,
      short: path
        .relative(folder, file)
        .replaceAll('\\', '/')
        .replace(/\.test\.ts$/, ''),
    })),
  );
  if (names.length === 0) return files.map(({ file }) => file);
  const chosen = names.flatMap((name) => {
    const level = levels.find(({ folder }) => name.startsWith(`${folder}/`));
    const wanted = name.slice(level ? level.folder.length + 1 : 0).replace(/(\.test)?\.ts$/, '');
    const exact = files.filter(({ short }) => short === wanted || short.split('/').includes(wanted));
    return exact.length > 0 ? exact : files.filter(({ short }) => short.includes(wanted));
  });
  if (chosen.length > 0) return [...new Set(chosen.map(({ file }) => file))];
  const known = files.map(({ short }) => short).join(', ');
  throw new SetupFailure(`No file of tests is called "${names.join('" or "')}". There are: ${known}`);
}
