// A few seconds of the soak; `npm run soak` takes ten minutes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('two windows that save and export on a service with faults lose no text, tear no file and leave nothing open', async () => {
  const main = path.resolve(import.meta.dirname, '../soak/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', main, '0.03', '16']);
  assert.match(
    stdout,
    /^saves: [1-9]\d* done, \d+ refused, 0 lost\nexports: [1-9]\d* done, \d+ failed, 0 torn\nhangs: 0\n/,
  );
  assert.match(stdout, /\nleft open: 0 sockets and timers, 0 unfinished files\n$/);
});
