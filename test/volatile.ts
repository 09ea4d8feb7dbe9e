// A temporary folder for a test, in memory if the machine has such a file system. A service that syncs each
// change before it responds spends most of its time waiting for the disk, which tests nothing here.
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** As much as all tests together could want. */
const enoughBytes = 500_000_000;

/** For `mkdtemp`; the folder for temporary files where memory cannot be had. */
export const volatileDir = process.platform === 'linux' && hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

const folders: string[] = [];

/** A new folder, which is deleted when the process ends. */
export function temporaryFolder(): string {
  if (folders.length === 0) process.once('exit', removeFolders);
  const folder = mkdtempSync(path.join(volatileDir, 'cohort-deck-'));
  folders.push(folder);
  return folder;
}

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function hasRoom(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false; // not on this system
  }
}
