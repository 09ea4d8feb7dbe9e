// @ts-check
// Ctrl-C, a kill and a closed terminal end what this process started before they end the process.

/** @type {Set<() => unknown>} */
const cleanups = new Set();
let isEnding = false;

/** @param {() => unknown} cleanup @returns {() => void} forgets it again */
export function whenInterrupted(cleanup) {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** @param {number} exitCode of this process once all is cleaned up; a second interrupt waits for nothing */
export function handleInterrupts(exitCode) {
  const interrupt = () => {
    if (isEnding) process.exit(130);
    isEnding = true;
    void Promise.allSettled([...cleanups].map((cleanup) => cleanup())).then(() => process.exit(exitCode));
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, interrupt);
  if (process.env.npm_lifecycle_event) whenParentEnds(interrupt);
}

/** npm that is ended by a signal passes it on to nobody. @param {() => void} interrupt */
function whenParentEnds(interrupt) {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    interrupt();
  }, 500);
  watching.unref();
}
