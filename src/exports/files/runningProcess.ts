import { systemCode } from './exportError.ts';

/** model/storage has the same: the two rooms know nothing of each other, and each has its own way to read an error's code. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM'; // of another user
  }
}
