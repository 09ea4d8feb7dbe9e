// What other programs hold for a moment, as they do on Windows, loses and leaves nothing.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { countOfCases } from '../../cases.ts';
import { temporaryFolder } from '../../volatile.ts';

const schedules = countOfCases(1000);

test(`no export, save, draft or protection is lost under ${schedules} schedules of files that others hold`, async () => {
  const folder = temporaryFolder();
  const environment = new URL('../../misbehaving/windowsFiles.ts', import.meta.url).href;
  const script = path.join(import.meta.dirname, 'heldFiles.ts');
  const firstSeed = Math.floor(Math.random() * 1e9);
  const args = [`--import=${environment}`, '--disable-warning=ExperimentalWarning', script, folder];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, `${firstSeed}`, `${schedules}`]);
  assert.match(stdout, /^\{.*\}\n$/, 'each line before the last one names what was lost, and its schedule');
  const { refused }: { readonly refused: number } = JSON.parse(stdout);
  assert.ok(refused > schedules, `only ${refused} tries were refused`);
});
