// The second run of the linter: patterns of src that take quadratic time.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../volatile.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const planted = `export const slow = (text: string) => text.replace(/\\/+$/, '');
export const slower = (text: string) => /^[+-]?(\\d+\\.?\\d*)$/.test(text);
export const quick = (text: string) => /^\\d+(\\.\\d*)?$/.test(text);
`;

test('the linter refuses patterns that take quadratic time', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'planted.ts');
  await writeFile(file, planted);
  const { diagnostics } = await lint(file);
  assert.deepEqual(new Set(diagnostics.map(({ labels }) => labels[0]?.span.line)), new Set([1, 2]));
  for (const { code } of diagnostics) assert.match(code, /no-super-linear/);
});

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

function lint(file: string): Promise<Report> {
  const tool = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const config = path.join(root, '.scripts/patterns.json');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tool, '-c', config, '--format=json', file], (error, output) => {
      if (error === null || error.code !== 1) reject(error ?? new Error('nothing was reported'));
      else resolve(JSON.parse(output));
    });
  });
}
