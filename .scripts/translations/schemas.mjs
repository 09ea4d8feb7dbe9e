// @ts-check
// The texts in the JSON schemas, which completions and hovers show. VS Code translates no schema, so the build writes one
// for each language, and package.nls.LANGUAGE.json names it.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../setup/paths.mjs';

const folder = path.join(root, 'media/schemas');
const texts = new Set(['title', 'description', 'markdownDescription', 'label']);
const lists = new Set(['enumDescriptions', 'markdownEnumDescriptions']);

/** Where the texts of a language are. It is not shipped. @param {string} language */
export const translatedSchemas = (language) => path.join(root, `l10n/schemas.${language}.json`);

/** @returns {Promise<{ name: string, schema: unknown }[]>} */
async function readSchemas() {
  const names = (await readdir(folder)).toSorted();
  const read = async (/** @type {string} */ name) =>
    JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  return Promise.all(names.map(async (name) => ({ name, schema: await read(name) })));
}

/** @returns {Promise<string[]>} */
export async function stringsOfSchemas() {
  /** @type {string[]} */
  const found = [];
  for (const { schema } of await readSchemas()) mapTexts(schema, (text) => (found.push(text), text));
  return found;
}

/** @param {string} language */
export async function writeSchemas(language) {
  const translations = JSON.parse(await readFile(translatedSchemas(language), 'utf8'));
  const target = path.join(root, 'dist/schemas', language);
  await mkdir(target, { recursive: true });
  for (const { name, schema } of await readSchemas()) {
    const translated = mapTexts(schema, (text) => translations[text] ?? text);
    await writeFile(path.join(target, name), JSON.stringify(translated));
  }
}

/**
 * A property of a schema may be called `title`, too: then its value is no string. What a snippet inserts is no text to read.
 * @param {unknown} value @param {(text: string) => string} change @returns {unknown}
 */
export function mapTexts(value, change) {
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === 'body' || key === 'const' || key === 'default') return [key, member];
      if (texts.has(key) && typeof member === 'string') return [key, change(member)];
      if (lists.has(key) && Array.isArray(member)) return [key, member.map((text) => change(String(text)))];
      return [key, mapTexts(member, change)];
    }),
  );
}
