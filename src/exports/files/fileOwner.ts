import { systemCode } from './exportError.ts';

/** Whether the process that writes a file is running. model/storage asks the same of locks: the two rooms know nothing of each other. */
export function isOwnerRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM'; // of another user
  }
}
