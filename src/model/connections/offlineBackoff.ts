// How often a connection that is offline is tried again.
import { Backoff } from './backoff.ts';

const defaultFirstWaitMs = 2000;
/** Windows that lost the same network do not check at the same moment. */
const mostJitter = 0.25;

export function createOfflineBackoff(firstWaitMs = defaultFirstWaitMs): Backoff {
  return new Backoff(firstWaitMs, mostJitter);
}
