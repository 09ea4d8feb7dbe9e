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
  const folders = levels.map(({ folder }) => folder).join(' and ');
  const alike = filesLike(
    names,
    files.map(({ short }) => short),
  );
  const hint = alike.length > 0 ? `, with names that are alike: ${alike.join(', ')}` : '';
  throw new SetupFailure(
    `No file of tests is called "${names.join('" or "')}". They are in ${folders}${hint}`,
  );
}

const mostAlike = 10;

/**
 * Files that have a word of a name in theirs; those with most words first.
 * @param {readonly string[]} names
 * @param {readonly string[]} files
 */
function filesLike(names, files) {
  const words = names.flatMap((name) => name.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
  const counted = files.map((file) => {
    const name = path.basename(file).toLowerCase();
    return { file, words: words.filter((word) => name.includes(word)).length };
  });
  const alike = counted.filter((file) => file.words > 0).toSorted((a, b) => b.words - a.words);
  return alike.slice(0, mostAlike).map(({ file }) => file);
}
