// A temporary folder for a test, in memory if the machine has such a file system. A service that syncs each
// change before it responds spends most of its time waiting for the disk, which tests nothing here.
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** As much as all tests together could want. */
const enoughBytes = 500_000_000;

/** For `mkdtemp`; the folder for temporary files where memory cannot be had. */
export const volatileDir = process.platform === 'linux' && hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

function hasRoom(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false; // not on this system
  }
}
