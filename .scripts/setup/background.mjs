// @ts-check
// Lets a process have what all others leave of the processor.
import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';

const lowest = constants.priority.PRIORITY_LOW;

/** @param {number} pid leader of a session of its own */
export function toBackground(pid) {
  setPriority(pid, lowest);
  if (process.platform === 'linux') void lowerSession(pid);
}

/** Linux shares the processor between sessions first, and looks at priorities within each. @param {number} pid */
async function lowerSession(pid) {
  try {
    await writeFile(`/proc/${pid}/autogroup`, String(lowest));
  } catch (error) {
    const isTooSoon = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    if (!isTooSoon) return; // the process has ended, or this Linux knows no such sharing
    await setTimeout(100); // Linux lets a user without privileges change one session every 100 ms
    await lowerSession(pid);
  }
}
