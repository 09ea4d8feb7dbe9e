// npm start, as a person sees it: from the command to the filled tree, and no processes left after Ctrl-C.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openerDir, root } from '../../../.scripts/processes.ts';
import { launchBrowser } from '../driver/browser.ts';
import { eventually, maxWaitMs } from '../driver/eventually.ts';
import { descendantsOf, isAlive } from '../driver/processes.ts';
import { Workbench } from '../driver/workbench.ts';

let dataDir = '';

before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'cd-start-'));
});
after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

test('npm start -- --browser reaches the filled tree, and Ctrl-C ends all that it started', async (t) => {
  const started = start(['--browser', '--port', '0', '--data', dataDir]);
  await eventually('the address', () => Promise.resolve(/^Open http/m.test(started.output())));
  const address = /^Open (http:\/\/127\.0\.0\.1:\d+\/\S*)$/m.exec(started.output())?.[1];
  assert.ok(address, started.output());

  const browser = await launchBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(maxWaitMs);
  await page.goto(address);
  const workbench = new Workbench(page);
  await workbench.tree().item('Dashboards').waitFor();
  await workbench.tree().waitForDescription('Dashboards', /^40$/);
  await workbench.screenshot('start');

  const pid = started.process.pid ?? 0;
  const running = descendantsOf(pid);
  assert.ok(running.length >= 2, 'the server and an extension host at least');
  started.process.kill('SIGINT');
  assert.equal(await started.ended, 0);
  await eventually('its processes to end', () => Promise.resolve(!running.some(isAlive)));
});

// A stand-in for VS Code on the desktop, which tests cannot count on: it notes its arguments, leaves a process in a group
// of its own with its id where VS Code leaves it, and waits for that process, as `code --wait` does.
const fakeCode = `#!/usr/bin/env node
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const given = process.argv.slice(2);
if (given[0] === '--version') {
  console.log('1.107.0');
} else {
  const folder = given.find((argument) => argument.startsWith('--user-data-dir=')).split('=')[1];
  writeFileSync(folder + '/arguments', given.join('\\n'));
  const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  writeFileSync(folder + '/code.lock', String(child.pid));
}
`;

test('where code is on the PATH, it opens with both extensions, and Ctrl-C ends it', async () => {
  const bin = path.join(dataDir, 'bin');
  await mkdir(bin);
  await writeFile(path.join(bin, 'code'), fakeCode, { mode: 0o755 });
  const env = { DISPLAY: ':none', PATH: [bin, process.env.PATH].join(path.delimiter) };
  const started = start(['--data', dataDir], env);
  const lock = path.join(dataDir, 'desktop/code.lock');
  await eventually('VS Code', async () => (await readFile(lock, 'utf8')) !== '');

  const given = (await readFile(path.join(dataDir, 'desktop/arguments'), 'utf8')).split('\n');
  assert.ok(given.includes(`--extensionDevelopmentPath=${root}`));
  assert.ok(given.includes(`--extensionDevelopmentPath=${openerDir}`));
  const pid = Number(await readFile(lock, 'utf8'));
  assert.ok(isAlive(pid));
  started.process.kill('SIGINT');
  assert.equal(await started.ended, 0);
  await eventually('VS Code to have ended', async () => !isAlive(pid));
});

test('a busy port gets one sentence that says what to do', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const started = start(['--browser', '--port', String(port), '--data', dataDir]);
  assert.equal(await started.ended, 1);
  holder.close();
  const lastLine = started.output().trim().split('\n').at(-1) ?? '';
  assert.match(lastLine, new RegExp(`^Port ${port} is in use\\. .*--port ${(port ?? 0) + 1}`));
});

test('an option that does not exist gets one sentence with those that do', async () => {
  const started = start(['--brwoser']);
  assert.equal(await started.ended, 1);
  assert.match(started.output(), /^Unknown option '--brwoser'.*--browser.*--desktop.*--port N/);
  assert.equal(started.output().trim().split('\n').length, 1);
});

interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<number>;
  output(): string;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, ['.scripts/run.mjs', '.scripts/start.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  child.stderr.setEncoding('utf8').on('data', (more: string) => (text += more));
  const ended = once(child, 'close').then(([code]) => Number(code));
  after(() => child.kill('SIGKILL')); // where a test failed half-way
  return { process: child, ended, output: () => text };
}
