// npm run translations: puts the German texts in order, drops those that nothing uses, and lists what is not translated.
// People see the strings that the sources pass to `vscode.l10n.t` or to a `t` like it, those of package.nls.json, and those of
// the JSON schemas.
import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { command, root } from './processes.ts';

/** Key → text. */
type Strings = Readonly<Record<string, string>>;

/** Each file of German texts, with the English ones. */
export async function translated(): Promise<{ readonly file: string; readonly english: Strings }[]> {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).map(async (file) =>
    stringsIn(file, await readFile(path.join(root, file), 'utf8')),
  );
  return [
    {
      file: path.join(root, 'package.nls.de.json'),
      english: await readStrings(path.join(root, 'package.nls.json')),
    },
    {
      file: path.join(root, 'l10n/bundle.l10n.de.json'),
      english: asOwnKeys((await Promise.all(sources)).flat()),
    },
    { file: translatedSchemas('de'), english: asOwnKeys(await stringsOfSchemas()) },
  ];
}

/** Each string is its own key: by it, VS Code finds the translation. */
const asOwnKeys = (texts: readonly string[]): Strings =>
  Object.fromEntries(texts.toSorted().map((text) => [text, text]));

export const readStrings = async (file: string): Promise<Strings> => JSON.parse(await readFile(file, 'utf8'));

/** What translates: a `t` is VS Code's, a page's, or one that was passed along. */
const translators = ['vscode.l10n.t', 't', 'this.#t'];

/** @param file its ending says whether it holds JSX */
export function stringsIn(file: string, text: string): string[] {
  if (!/(^|\W)t\(/.test(text)) return []; // not worth parsing
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const strings: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      if (!translators.includes(text.slice(callee.start, callee.end))) return;
      const line = text.slice(0, start).split('\n').length;
      if (first?.type !== 'Literal' || typeof first.value !== 'string')
        throw new Error(`${file}:${line}: the first argument of t has to be a string.`);
      strings.push(first.value);
    },
  }).visit(program);
  return strings;
}

/** The parts of a text that stay the same in every language. */
const fixedParts = {
  placeholders: /\{\d\}/g,
  links: /\]\(command:[^)]+\)/g,
  code: /`[^`\s]+`/g,
  icons: /\$\([a-z-]+\)/g,
  'dots at the end': /…$/g,
};

/** One sentence for each problem of a translation. */
export function problemsOf(english: Strings, german: Strings): string[] {
  const differences = Object.entries(english).flatMap(([key, text]) =>
    Object.entries(fixedParts).flatMap(([name, pattern]) => {
      const parts = (words: string): string => (words.match(pattern) ?? []).toSorted().join(' ');
      const translation = german[key];
      return translation && parts(text) !== parts(translation) ? `Other ${name} than in English: ${key}` : [];
    }),
  );
  return [
    ...Object.keys(english).flatMap((key) => (german[key] ? [] : `Not translated: ${key}`)),
    ...Object.keys(german).flatMap((key) => (key in english ? [] : `No longer in use: ${key}`)),
    ...differences,
  ];
}

/**
 * Completions and hovers show the texts of JSON schemas. VS Code translates none, so the build writes one for each language, and
 * package.nls.LANGUAGE.json names it.
 */
const schemasDir = path.join(root, 'media/schemas');
const textKeys = ['title', 'description', 'markdownDescription', 'label'];
const listKeys = ['enumDescriptions', 'markdownEnumDescriptions'];

/** Where the texts of a language are. It is not shipped. */
const translatedSchemas = (language: string): string => path.join(root, `l10n/schemas.${language}.json`);

async function readSchemas(): Promise<{ name: string; schema: unknown }[]> {
  const names = (await readdir(schemasDir)).toSorted();
  const read = async (name: string) => JSON.parse(await readFile(path.join(schemasDir, name), 'utf8'));
  return Promise.all(names.map(async (name) => ({ name, schema: await read(name) })));
}

async function stringsOfSchemas(): Promise<string[]> {
  const found: string[] = [];
  for (const { schema } of await readSchemas()) mapTexts(schema, (text) => (found.push(text), text));
  return found;
}

export async function writeSchemas(language: string): Promise<void> {
  const translations = JSON.parse(await readFile(translatedSchemas(language), 'utf8'));
  const target = path.join(root, 'dist/schemas', language);
  await mkdir(target, { recursive: true });
  for (const { name, schema } of await readSchemas()) {
    const german = mapTexts(schema, (text) => translations[text] ?? text);
    await writeFile(path.join(target, name), JSON.stringify(german));
  }
}

/** A property of a schema may be called `title`, too: then its value is no string. What a snippet inserts is no text to read. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === 'body' || key === 'const' || key === 'default') return [key, member];
      if (textKeys.includes(key) && typeof member === 'string') return [key, change(member)];
      if (listKeys.includes(key) && Array.isArray(member))
        return [key, member.map((text) => change(String(text)))];
      return [key, mapTexts(member, change)];
    }),
  );
}

async function main(): Promise<void> {
  let count = 0;
  for (const { file, english } of await translated()) {
    const before = await readStrings(file);
    const name = path.relative(root, file);
    const after: Strings = Object.fromEntries(
      Object.keys(english).flatMap((key) => (before[key] ? [[key, before[key]]] : [])),
    );
    await writeFile(file, `${JSON.stringify(after, undefined, 2)}\n`);
    for (const key of Object.keys(before))
      if (!(key in after)) console.log(`${name}: removed ${key} → ${before[key]}`);
    const problems = problemsOf(english, after);
    for (const problem of problems) console.error(`${name}: ${problem}`);
    count += problems.length;
  }
  console.log(`${count} to translate or to correct`);
  if (count > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) await command(main);
