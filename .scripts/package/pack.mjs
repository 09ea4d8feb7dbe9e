// @ts-check
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { SetupFailure } from '../setup/failure.mjs';
import { node24, root } from '../setup/paths.mjs';
import { run, runTool } from '../setup/run.mjs';

/** Builds for production and packs. @returns {Promise<string>} the path of the VSIX */
export async function packExtension() {
  const vsix = await vsixPath();
  const build = await run(node24, ['esbuild.mjs', '--production'], { log: 'build-production' });
  if (build.code !== 0) throw new SetupFailure(`${build.output}\nThe production build failed.`);
  // Links of the README stay as they are: it is read in the editor, beside its pictures.
  const options = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--out',
    vsix,
  ];
  const pack = await runTool('vsce', ['package', ...options], { in: '@vscode/vsce', log: 'vsce' });
  if (pack.code !== 0) throw new SetupFailure(`${pack.output}\nvsce could not pack the extension.`);
  return vsix;
}

/** @returns {Promise<string>} where the VSIX of this version is put */
export async function vsixPath() {
  const { name, version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  return path.join(root, `${name}-${version}.vsix`);
}

/**
 * What a VSIX holds, sorted, each name once: hashes of chunks read `*`, because they change with every edit.
 * @param {string} vsix
 */
export async function filesList(vsix) {
  const files = Object.keys(unzipSync(await readFile(vsix)));
  const names = files.map((name) => name.replace(/-[A-Z0-9]{8}\.js$/, '-*.js'));
  return [...new Set(names)].toSorted();
}
