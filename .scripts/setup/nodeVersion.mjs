// Written in syntax that very old versions of Node can still read, so that they too get a sentence instead of a syntax error.
export const oldestNodeMajor = 20;

/** Ends the process with one sentence where Node is too old; otherwise loads and runs the rest. */
export function whenNodeIsRecent(load) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestNodeMajor) {
    console.error(
      'Cohort Deck needs Node ' +
        oldestNodeMajor +
        ' or newer, and this is Node ' +
        process.versions.node +
        ': install a newer one from https://nodejs.org and run the same command again.',
    );
    process.exit(1);
  }
  return load();
}
