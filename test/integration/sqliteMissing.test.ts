import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeError } from '#host/messages/errorMessage.ts';

const run = promisify(execFile);

describe('a host without SQLite', () => {
  it('is named in a sentence of its own', async () => {
    const code = "import('node:sqlite').catch(({ message }) => console.log(message))";
    const args = ['--no-experimental-sqlite', '--eval', code];
    const { stdout } = await run(process.execPath, args, {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    assert.match(stdout, /node:sqlite/);
    assert.equal(
      describeError(new Error(stdout)).message,
      'This editor runs extensions without SQLite, which this needs. Use VS Code 1.103 or newer.',
    );
  });
});
