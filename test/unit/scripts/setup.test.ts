import assert from 'node:assert/strict';
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root, run, SetupFailure } from '../../../.scripts/processes.ts';
import { codeServerRange } from '../../vscode/otherEditor.mjs';
import { launchedBy, readOptions, shortFolder } from '../../../.scripts/start.ts';

test('start opens the browser, the desktop or what is available, on the same port each time', () => {
  assert.deepEqual(
    [['--browser'], ['--desktop'], []].map((args) => readOptions(args).where),
    ['browser', 'desktop', 'any'],
  );
  assert.equal(readOptions([]).port, readOptions([]).port);
  assert.equal(readOptions(['--port', '9000']).port, 9000);
});

for (const args of [
  ['--port', 'x'],
  ['--port', '70000'],
  ['--port', '1.5'],
  ['--browser', '--desktop'],
  ['--wrong'],
]) {
  test(`start refuses ${args.join(' ')} and prints its usage`, () => {
    assert.throws(
      () => readOptions(args),
      (error) => {
        assert.ok(error instanceof SetupFailure);
        assert.match(error.message, /--browser \| --desktop/);
        return true;
      },
    );
  });
}

test('the oldest VS Code is the one that package.json asks for', () => {
  assert.equal(codeServerRange('oldest', '^1.103.0'), '~4.103.0');
  assert.equal(codeServerRange('newest', '^1.103.0'), 'latest');
  assert.throws(() => codeServerRange('oldest', '*'), SetupFailure);
});

test('a missing program ends with 127, as in a shell', async () => {
  const { code } = await run('no-such-program-here', []);
  assert.equal(code, 127);
});

test('a failed program returns its exit code and both outputs', async () => {
  const { code, output } = await run(process.execPath, [
    '-e',
    'console.log("a"); console.error("b"); process.exit(3)',
  ]);
  assert.equal(code, 3);
  assert.deepEqual(output.trim().split('\n').toSorted(), ['a', 'b']);
});

test('an old Node prints one sentence and exits with 1', async () => {
  const script = `
    Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } });
    await import(process.argv[1]);`;
  const entry = pathToFileURL(path.join(root, '.scripts/run.mjs')).href;
  const { code, output } = await run(process.execPath, ['--input-type=module', '-e', script, entry]);
  assert.equal(code, 1);
  assert.match(
    output,
    /^Cohort Deck needs Node 20 or newer, but this is Node 18\.20\.4\. Install a newer version/,
  );
  assert.equal(output.trim().split('\n').length, 1);
});

test('run.mjs runs a program by Node 24, with its arguments, and exits as it does', async () => {
  const program = 'console.log(process.versions.node, process.argv[1]); process.exitCode = 3';
  const { code, output } = await run(process.execPath, ['.scripts/run.mjs', '-e', program, 'given']);
  assert.equal(code, 3);
  assert.match(output, /^24\.\d+\.\d+ given\n$/);
});

test('a clone below a folder with a space and quotes runs the tools of the check', async (t) => {
  const quotes = process.platform === 'win32' ? "clone's" : `"clone's"`; // Windows has no others in a name
  const parent = await mkdtemp(path.join(tmpdir(), `my ${quotes} $HOME-`));
  t.after(async () => rm(parent, { recursive: true, force: true }));
  for (const file of ['.scripts', 'package.json', 'test/vscode/endGroup.mjs'])
    await cp(path.join(root, file), path.join(parent, file), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(parent, 'node_modules'), 'junction');
  const module = pathToFileURL(path.join(parent, '.scripts/processes.ts')).href;
  const code = `const { runTool } = await import(process.argv[1]);
    for (const [name, packageName] of [['tsc', 'typescript'], ['oxlint'], ['knip'], ['oxfmt']]) {
      const { code, output } = await runTool(name, ['--version'], packageName);
      console.log(name, code, /\\d+\\.\\d+\\.\\d+/.test(output));
    }`;
  const { output } = await run(process.execPath, ['--input-type=module', '--eval', code, module]);
  assert.equal(output, 'tsc 0 true\noxlint 0 true\nknip 0 true\noxfmt 0 true\n');
});

for (const [name, script] of [
  ['as it was', String.raw`..\resources\app\out\cli.js`],
  ['with a folder for each version', String.raw`..\ddc367ed5c\resources\app\out\cli.js`],
] as const) {
  test(`the launcher of VS Code on Windows, ${name}, names Code.exe and its script`, () => {
    const text = `@echo off\r\nsetlocal\r\nset VSCODE_DEV=\r\nset ELECTRON_RUN_AS_NODE=1\r\n"%~dp0..\\Code.exe" "%~dp0${script}" %*\r\n`;
    const folder = String.raw`C:\Users\A B\AppData\Local\Programs\Microsoft VS Code\bin`;
    assert.deepEqual(launchedBy(text, folder), {
      program: String.raw`C:\Users\A B\AppData\Local\Programs\Microsoft VS Code\Code.exe`,
      args: [path.win32.join(folder, script)],
      env: { ELECTRON_RUN_AS_NODE: '1' },
      isLauncher: true,
    });
  });
}

test('a code.cmd that starts something else is not taken for VS Code', () => {
  assert.equal(launchedBy('@echo off\r\nwsl code %*\r\n', String.raw`C:\bin`), undefined);
});

test('on macOS, VS Code gets a short name for a long data folder, the same at each start', async (t) => {
  const parent = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  const long = path.join(parent, 'é'.repeat(40), 'desktop');
  const short = await shortFolder(long, 'darwin');
  t.after(async () => {
    await rm(short);
    await rm(parent, { recursive: true });
  });
  assert.ok(Buffer.byteLength(`${short}/1.10-shared-main1234.sock`) <= 103, short);
  assert.equal(await realpath(short), await realpath(long));
  assert.equal(await shortFolder(long, 'darwin'), short);
  assert.equal(await shortFolder(parent, 'darwin'), parent);
  assert.equal(await shortFolder(long, 'linux'), long);
});
