// @ts-check
// Ends a process and all of its children, and nothing else.
import { spawnSync } from 'node:child_process';

const patienceMs = 5000;

/**
 * Asks the group to end, and makes it end after five seconds.
 * @param {number} pid leader of a process group of its own; on Windows, root of a tree of processes
 * @param {Promise<unknown>} ended settles once the leader is gone
 */
export async function endGroup(pid, ended) {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
    await ended;
    return;
  }
  signalGroup(pid, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), patienceMs);
  await ended;
  clearTimeout(timer);
  signalGroup(pid, 'SIGKILL'); // children that outlived their leader
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw error;
  }
}
