// Loaded into a process of tests: prints the name of each test before it begins, at once, also if the test then blocks.
import { writeSync } from 'node:fs';
import path from 'node:path';
import { beforeEach } from 'node:test';
import { runningLine } from './progress.ts';

beforeEach((test) => {
  if (!('fullName' in test)) return; // a suite
  const line = runningLine({ file: path.basename(test.filePath ?? '', '.test.ts'), test: test.fullName });
  try {
    writeSync(1, line);
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    if (!isFull) throw error;
    process.stdout.write(line); // a test that now blocks is named by the one before it
  }
});
