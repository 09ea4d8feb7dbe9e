// @ts-check
// What was built into dist/: which files load which others at once, and whose code they hold. esbuild notes it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildDir } from '../setup/paths.mjs';

/**
 * @typedef {object} Chunk
 * @property {number} bytes
 * @property {string[]} loads what it loads at once, by name in dist/; what it loads later is left out
 * @property {string[]} packages whose code is in it
 *
 * @typedef {Map<string, Chunk>} Chunks by name in dist/, such as `chunks/client-ABCD1234.js`
 */

const metafile = path.join(buildDir, 'meta.json');

/** @returns {Promise<Chunks>} of the last build */
export async function readChunks() {
  return chunksOf(JSON.parse(await readFile(metafile, 'utf8')));
}

/** @param {Pick<import('esbuild').Metafile, 'outputs'>} metafile @returns {Chunks} */
export function chunksOf({ outputs }) {
  const scripts = Object.entries(outputs).filter(([file]) => file.endsWith('.js'));
  return new Map(
    scripts.map(([file, { bytes, imports, inputs }]) => [
      nameOf(file),
      {
        bytes,
        loads: imports
          .filter(({ kind, external }) => kind === 'import-statement' && !external)
          .map((one) => nameOf(one.path)),
        packages: packagesIn(inputs),
      },
    ]),
  );
}

/** A file and all that it loads at once. @param {Chunks} chunks @param {string} name @returns {Set<string>} */
export function closure(chunks, name) {
  const found = new Set([name]);
  for (const file of found) for (const next of chunks.get(file)?.loads ?? []) found.add(next);
  return found;
}

/** @param {Chunks} chunks @param {string} packageName @returns {string[]} the files that hold its code */
export function filesWith(chunks, packageName) {
  return [...chunks].filter(([, { packages }]) => packages.includes(packageName)).map(([name]) => name);
}

/** @param {string} file */
const nameOf = (file) => path.posix.relative('dist', file);

/** @param {Record<string, { bytesInOutput: number }>} inputs */
function packagesIn(inputs) {
  const used = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const names = used.flatMap(([file]) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)];
}
