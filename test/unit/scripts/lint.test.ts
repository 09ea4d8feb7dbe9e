// What may be called in which room: of several overrides that set one rule, the linter takes the last alone, so that a new
// one can silently end the others.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { volatileDir } from '../../volatile.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const planted = `import * as vscode from 'vscode';
export const read = () => vscode.workspace.getConfiguration('files');
export const show = () => vscode.window.showErrorMessage('text');
export const age = () => Date.now();
`;
/** By the line of the text above. */
const callOn = ['', '', 'settings', 'messages', 'clock'] as const;
/** They compare ages. */
const clockRooms = ['fileSystem', 'model', 'views'];

describe('the linter', () => {
  let folder = '';
  let files: readonly string[] = [];
  let found: ReadonlyMap<string, readonly string[]> = new Map();

  before(async () => {
    folder = await mkdtemp(path.join(volatileDir, 'lint-'));
    await copyFile(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    const rooms = await readdir(path.join(root, 'src'), { withFileTypes: true });
    const names = rooms.filter((entry) => entry.isDirectory()).map(({ name }) => `src/${name}/planted.ts`);
    files = [...names, 'src/planted.ts', 'src/host/settings.ts'];
    for (const file of files) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), planted);
    }
    found = callsByFile(await lint(folder));
  });
  after(() => rm(folder, { recursive: true }));

  it('refuses settings, messages and the clock wherever a room may not use them', () => {
    for (const file of files) {
      const room = path.basename(path.dirname(file));
      const expected = [
        ...(clockRooms.includes(room) ? ['clock'] : []),
        ...(room === 'host' ? [] : ['messages']),
        ...(file === 'src/host/settings.ts' ? [] : ['settings']),
      ];
      assert.deepEqual(found.get(file)?.toSorted() ?? [], expected, file);
    }
  });
});

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

function callsByFile({ diagnostics }: Report): ReadonlyMap<string, readonly string[]> {
  const byFile = new Map<string, string[]>();
  for (const { code, filename, labels } of diagnostics) {
    const calls = byFile.get(filename) ?? [];
    byFile.set(filename, calls);
    const call = callOn[labels[0]?.span.line ?? 0];
    if (code === 'eslint(no-restricted-properties)' && call) calls.push(call);
  }
  return byFile;
}

function lint(directory: string): Promise<Report> {
  const tool = path.join(root, 'node_modules/oxlint/bin/oxlint');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tool, '--format=json', '.'], { cwd: directory }, (error, output) => {
      if (error === null || error.code !== 1) reject(error ?? new Error('nothing was reported'));
      else resolve(JSON.parse(output));
    });
  });
}
