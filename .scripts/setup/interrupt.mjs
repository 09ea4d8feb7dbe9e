// @ts-check
// Ctrl-C, SIGTERM and a closed terminal first end what this process started, then the process.

import { findStarters, isRunning } from './parents.mjs';

/** @type {Set<() => unknown>} */
const cleanups = new Set();
let isEnding = false;

/** @param {() => unknown} cleanup @returns {() => void} unregisters it */
export function whenInterrupted(cleanup) {
  if (isEnding) cleanup(); // what begins after the interrupt, in the place of what it ended, ends at once
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** @param {number} [exitCode] of this process after all cleanups, unless they set it; a second interrupt exits at once */
export function handleInterrupts(exitCode) {
  const interrupt = () => {
    if (isEnding) process.exit(130);
    isEnding = true;
    void Promise.allSettled([...cleanups].map((cleanup) => cleanup())).then(() => process.exit(exitCode));
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, interrupt);
  if (process.env.npm_lifecycle_event) whenParentEnds(interrupt);
}

/** npm does not forward the signal that ends it. @param {() => void} interrupt */
function whenParentEnds(interrupt) {
  const parent = process.ppid;
  const starters = findStarters();
  const watching = setInterval(() => {
    if (process.ppid === parent && starters.every(isRunning)) return;
    clearInterval(watching);
    interrupt();
  }, 500);
  watching.unref();
}
