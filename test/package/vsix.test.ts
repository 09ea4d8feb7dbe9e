import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { closure, filesWith, readChunks } from '../../.scripts/package/chunks.mjs';
import { expectedFile } from '../../.scripts/package/expected.mjs';
import { filesList, vsixPath } from '../../.scripts/package/pack.mjs';
import { measure, overLimit } from '../../.scripts/package/sizes.mjs';

test('the VSIX holds exactly the files that are expected; npm run package -- --accept takes a change', async () => {
  const expected = (await readFile(expectedFile, 'utf8')).trim().split('\n');
  assert.deepEqual(await filesList(await vsixPath()), expected);
});

test('entry, network, webviews and VSIX stay within their limits', async () => {
  const sizes = await measure(await vsixPath());
  assert.deepEqual(overLimit(sizes), []);
  const limited = sizes.filter(({ limitBytes, bytes }) => limitBytes !== undefined && bytes > 0);
  assert.ok(limited.length >= 4, 'entry, network, a webview and the VSIX each have a limit');
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
