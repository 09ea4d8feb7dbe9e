// @ts-check
// What is shipped, in kB of 1000 bytes, against its limits.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../setup/paths.mjs';
import { closure, filesWith, readChunks } from './chunks.mjs';

/**
 * @typedef {object} Size
 * @property {string} name
 * @property {number} bytes
 * @property {number} [limitBytes]
 */

const dist = path.join(root, 'dist');
const kB = 1000;

/** Sizes of the production build in dist/ and of its VSIX. @param {string} vsix @returns {Promise<Size[]>} */
export async function measure(vsix) {
  const chunks = await readChunks();
  const bytes = (/** @type {Iterable<string>} */ names) =>
    [...names].reduce((sum, name) => sum + Buffer.byteLength(chunks.get(name)?.text ?? ''), 0);
  const atActivation = closure(chunks, 'extension.js');
  const network = new Set(filesWith(chunks, 'undici').flatMap((name) => [...closure(chunks, name)]));
  network.delete('sandboxWorker.js');
  const rest = [...chunks.keys()].filter((name) => !atActivation.has(name) && !network.has(name)).toSorted();
  return [
    { name: 'entry', bytes: bytes(['extension.js']), limitBytes: 40 * kB },
    { name: 'entry and what it loads at once', bytes: bytes(atActivation) },
    { name: 'network', bytes: bytes(network), limitBytes: 480 * kB },
    ...rest.map((name) => ({ name, bytes: bytes([name]) })),
    ...(await webviews()),
    { name: 'VSIX', bytes: (await stat(vsix)).size, limitBytes: 1000 * kB },
  ];
}

/** @returns {Promise<Size[]>} */
async function webviews() {
  const folder = path.join(dist, 'webview');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return Promise.all(
    names.map(async (name) => ({
      name: `webview/${name}`,
      bytes: (await stat(path.join(folder, name))).size,
      limitBytes: name === 'filters.js' ? 560 * kB : 400 * kB,
    })),
  );
}

/** @param {Size[]} sizes */
export function table(sizes) {
  const width = Math.max(...sizes.map(({ name }) => name.length));
  return sizes
    .map(({ name, bytes, limitBytes }) => {
      const limit = limitBytes ? ` of at most ${limitBytes / kB} kB` : '';
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
        `${name} has ${(bytes / kB).toFixed(1)} kB, and at most ${limitBytes / kB} kB are allowed`,
    );
}
