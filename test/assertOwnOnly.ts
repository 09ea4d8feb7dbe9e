import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';

/** Fails if others may read a file or folder. Windows knows no modes: there, its folder keeps others out. */
export async function assertOwnOnly(file: string): Promise<void> {
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o077, 0, file);
}
