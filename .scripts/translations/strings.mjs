// @ts-check
// The strings that people see: those that the sources pass to `vscode.l10n.t` or to a `t` like it, those of package.nls.json,
// and those of the JSON schemas.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { root } from '../setup/paths.mjs';
import { stringsOfSchemas, translatedSchemas } from './schemas.mjs';

/** @typedef {Record<string, string>} Strings key → text */

/** Each file of German texts, with the English ones. @returns {Promise<{ file: string, english: Strings }[]>} */
export async function translated() {
  return [
    { file: path.join(root, 'package.nls.de.json'), english: await stringsOfManifest() },
    { file: path.join(root, 'l10n/bundle.l10n.de.json'), english: asOwnKeys(await stringsOfSources()) },
    { file: translatedSchemas('de'), english: asOwnKeys(await stringsOfSchemas()) },
  ];
}

/** Each string is its own key: by it, VS Code finds the translation. @param {string[]} texts */
const asOwnKeys = (texts) => Object.fromEntries(texts.toSorted().map((text) => [text, text]));

/** @returns {Promise<string[]>} */
async function stringsOfSources() {
  const files = await readdir(path.join(root, 'src'), { recursive: true });
  const found = await Promise.all(
    files
      .filter((file) => /\.tsx?$/.test(file))
      .map(async (file) => stringsIn(file, await readFile(path.join(root, 'src', file), 'utf8'))),
  );
  return found.flat();
}

/** @returns {Promise<Strings>} */
const stringsOfManifest = () => readStrings(path.join(root, 'package.nls.json'));

/** @param {string} file @returns {Promise<Strings>} */
export async function readStrings(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** What translates: a `t` is VS Code's, a page's, or one that was passed along. */
const translators = ['vscode.l10n.t', 't', 'this.#t'];
/** Only a text with such a call is worth parsing. */
const anyCallOfT = /(^|\W)t\(/;

/** @param {string} file its ending says whether it holds JSX @param {string} text @returns {string[]} */
export function stringsIn(file, text) {
  if (!anyCallOfT.test(text)) return [];
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  /** @type {string[]} */
  const strings = [];
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      const name = text.slice(callee.start, callee.end);
      if (!translators.includes(name)) return;
      if (first?.type !== 'Literal' || typeof first.value !== 'string')
        throw new Error(`${file}:${lineAt(text, start)}: the first argument of t has to be a string.`);
      strings.push(first.value);
    },
  }).visit(program);
  return strings;
}

/** @param {string} text @param {number} offset */
const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;
