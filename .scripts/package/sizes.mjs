// @ts-check
// What is shipped, in kB of 1000 bytes, against its limits.
import { stat } from 'node:fs/promises';
import { closure, filesWith, readChunks } from './chunks.mjs';

/**
 * @typedef {object} Size
 * @property {string} name
 * @property {number} bytes
 * @property {number} [limitBytes]
 */

const kB = 1000;

/** Sizes of the production build in dist/ and of its VSIX. @param {string} vsix @returns {Promise<Size[]>} */
export async function measure(vsix) {
  const chunks = await readChunks();
  const bytes = (/** @type {Iterable<string>} */ names) =>
    [...names].reduce((sum, name) => sum + (chunks.get(name)?.bytes ?? 0), 0);
  const atActivation = closure(chunks, 'extension.js');
  const network = new Set(filesWith(chunks, 'undici').flatMap((name) => [...closure(chunks, name)]));
  const pages = [...chunks.keys()].filter((name) => name.startsWith('webview/')).toSorted();
  const named = new Set([...atActivation, ...network, ...pages]);
  const rest = [...chunks.keys()].filter((name) => !named.has(name)).toSorted();
  return [
    { name: 'entry', bytes: bytes(['extension.js']) },
    { name: 'what activation loads', bytes: bytes(atActivation), limitBytes: 167 * kB },
    { name: 'network', bytes: bytes(network), limitBytes: 480 * kB },
    ...rest.map((name) => ({ name, bytes: bytes([name]) })),
    ...pages.map((name) => ({ name, bytes: bytes([name]), limitBytes: pageLimit(name) })),
    { name: 'VSIX', bytes: (await stat(vsix)).size, limitBytes: 1700 * kB },
  ];
}

/** The filters page holds a text editor. @param {string} name */
const pageLimit = (name) => (name === 'webview/filters.js' ? 620 * kB : 400 * kB);

/** @param {Size[]} sizes */
export function table(sizes) {
  const width = Math.max(...sizes.map(({ name }) => name.length));
  return sizes
    .map(({ name, bytes, limitBytes }) => {
      const limit = limitBytes ? `, limit ${limitBytes / kB} kB` : '';
      return `  ${name.padEnd(width)}  ${(bytes / kB).toFixed(1).padStart(6)} kB${limit}`;
    })
    .join('\n');
}

/** @param {Size[]} sizes @returns {string[]} one sentence per size over its limit */
export function overLimit(sizes) {
  return sizes
    .filter(({ bytes, limitBytes }) => limitBytes !== undefined && bytes > limitBytes)
    .map(
      ({ name, bytes, limitBytes = 0 }) =>
        `${name}: ${(bytes / kB).toFixed(1)} kB, more than its limit of ${limitBytes / kB} kB`,
    );
}
