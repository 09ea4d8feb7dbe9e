import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import {
  closure,
  expectedFile,
  filesList,
  filesWith,
  measure,
  overLimit,
  readChunks,
  vsixFile,
} from '../../.scripts/package.ts';

test('the VSIX holds exactly the files that are expected; npm run package -- --accept takes a change', async () => {
  const expected = (await readFile(expectedFile, 'utf8')).trim().split('\n');
  assert.deepEqual(await filesList(vsixFile), expected);
});

test('entry, network, webviews and VSIX stay within their limits', async () => {
  const sizes = await measure(vsixFile);
  assert.deepEqual(overLimit(sizes), []);
  const limited = sizes.filter(({ limitBytes, bytes }) => limitBytes !== undefined && bytes > 0);
  assert.ok(limited.length >= 4, 'entry, network, a webview and the VSIX each have a limit');
});

test('the VSIX has what galleries ask for, Open VSX included, and uses nothing that only Microsoft’s editor has', async () => {
  const files = unzipSync(await readFile(vsixFile));
  const text = (name: string): string => Buffer.from(files[name] ?? []).toString('utf8');
  const manifest = JSON.parse(text('extension/package.json'));
  assert.match(`${manifest.publisher}.${manifest.name}`, /^[\w-]+\.[\w-]+$/);
  assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
  assert.equal(manifest.license, 'MIT');
  assert.match(text('extension/LICENSE.txt'), /^MIT License/);
  assert.match(manifest.galleryBanner.color, /^#[0-9a-f]{6}$/);
  assert.ok(['dark', 'light'].includes(manifest.galleryBanner.theme));
  const icon = Buffer.from(files[`extension/${manifest.icon}`] ?? []);
  assert.deepEqual(
    [icon.toString('latin1', 1, 4), icon.readUInt32BE(16), icon.readUInt32BE(20)],
    ['PNG', 256, 256],
  );
  const { description } = JSON.parse(text('extension/package.nls.json'));
  assert.ok(description.length <= 200, 'the marketplace cuts it off');
  assert.match(text('extension.vsixmanifest'), /<License>extension\/LICENSE\.txt<\/License>/);
  for (const demand of ['enabledApiProposals', 'extensionDependencies', 'extensionPack'])
    assert.ok(!(demand in manifest), demand);
  const pictures = [...text('extension/readme.md').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(
    ([, at = '']) => at,
  );
  assert.deepEqual(
    pictures.filter((at) => !(`extension/${at}` in files)),
    [],
  );
});

test('the entry loads neither undici nor zod', async () => {
  const chunks = await readChunks();
  const heavy = [...filesWith(chunks, 'undici'), ...filesWith(chunks, 'zod')];
  assert.ok(heavy.length > 0, 'the build holds both somewhere');
  const atActivation = closure(chunks, 'extension.js');
  assert.deepEqual(
    heavy.filter((name) => atActivation.has(name)),
    [],
  );
});
