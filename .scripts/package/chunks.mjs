// @ts-check
// Which built files load which others at once: the static imports between the files of dist/.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../setup/paths.mjs';

/** @typedef {Map<string, { text: string, loads: string[] }>} Chunks by name in dist/, such as `chunks/client-ABCD1234.js` */

const staticImport = /(?:from|import)\s*"(\.{1,2}\/[^"]+)"/g; // import("…") has a bracket and is left out

/** @returns {Promise<Chunks>} */
export async function readChunks() {
  const dist = path.join(root, 'dist');
  /** @type {Chunks} */
  const chunks = new Map();
  const inChunks = (await readdir(path.join(dist, 'chunks'))).map((name) => `chunks/${name}`);
  const names = [...(await readdir(dist)), ...inChunks].filter((name) => name.endsWith('.js'));
  for (const name of names) {
    const text = await readFile(path.join(dist, name), 'utf8');
    const loads = [...text.matchAll(staticImport)].map(([, to = '']) =>
      path.posix.join(path.posix.dirname(name), to),
    );
    chunks.set(name, { text, loads });
  }
  return chunks;
}

/** A file and all that it loads at once. @param {Chunks} chunks @param {string} name @returns {Set<string>} */
export function closure(chunks, name) {
  const found = new Set([name]);
  for (const file of found) for (const next of chunks.get(file)?.loads ?? []) found.add(next);
  return found;
}

/** Marks that survive minifying, because they are strings that the packages throw. */
const marks = { undici: 'UND_ERR_', zod: 'ZodError' };

/** @param {Chunks} chunks @param {keyof typeof marks} packageName @returns {string[]} the files that hold its code */
export function filesWith(chunks, packageName) {
  return [...chunks].filter(([, { text }]) => text.includes(marks[packageName])).map(([name]) => name);
}
