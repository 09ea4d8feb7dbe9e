import type { Log } from '#host/log.ts';
import { showError } from '#host/messages/showError.ts';

/** Runs what a message's button starts, long after its command ended, and shows its error. */
export async function runShowingError(log: Log, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    await showError('', error, log);
  }
}
