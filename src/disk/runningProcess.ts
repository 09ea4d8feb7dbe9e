import { hasCode } from './moveFile.ts';

/** Whether a process on this machine is running. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM'); // another user's
  }
}
