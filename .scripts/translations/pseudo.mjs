// @ts-check
// An invented language: readable, and unlike English at each letter, so that what was not translated stands out.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildDir, root } from '../setup/paths.mjs';
import { translated } from './strings.mjs';

/** VS Code's name of the language that its own pseudo translation has. */
export const pseudoLanguage = 'qps-ploc';

const plain = 'AEIOUaeiouncsy';
const accented = 'ÅËÎÖÛåëîöûñçšÿ';
/** Parts that are not translated: placeholders, icons, links, paths, code, and the product's name. */
const fixed = /\{\d\}|\$\([a-z-]+\)|\]\([^)]+\)|`[^`]*`|^\.\/\S+|https?:\S+|Cohort Deck/;

/** `Ëdît Tågš…` for `Edit Tags…` @param {string} text */
export function pseudoOf(text) {
  const parts = text.split(new RegExp(`(${fixed.source})`));
  return parts.map((part, index) => (index % 2 === 1 ? part : withAccents(part))).join('');
}

/** @param {string} text */
const withAccents = (text) =>
  text.replaceAll(/[A-Za-z]/g, (letter) => accented[plain.indexOf(letter)] ?? letter);

/** Copies the extension as it was built, with its texts in the invented language. @returns {Promise<string>} the folder */
export async function writePseudoExtension() {
  const folder = path.join(buildDir, 'pseudo');
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'l10n'), { recursive: true });
  for (const name of ['package.json', 'package.nls.json', 'dist', 'media'])
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const { file, english } of await translated()) {
    const texts = Object.entries(english).map(([key, text]) => [key, pseudoOf(text)]);
    const name = path.relative(root, file).replace('.de.json', `.${pseudoLanguage}.json`);
    await writeFile(path.join(folder, name), JSON.stringify(Object.fromEntries(texts)));
  }
  return folder;
}
