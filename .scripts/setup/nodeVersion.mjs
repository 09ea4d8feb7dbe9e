// In syntax that very old versions of Node can read, so that they print a sentence instead of a syntax error.
export const oldestNodeMajor = 20;

/** Ends the process with one sentence where Node is too old; otherwise loads and runs the rest. */
export function whenNodeIsRecent(load) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestNodeMajor) {
    console.error(
      'Cohort Deck needs Node ' +
        oldestNodeMajor +
        ' or newer, but this is Node ' +
        process.versions.node +
        '. Install a newer version from https://nodejs.org and try again.',
    );
    process.exit(1);
  }
  return load();
}
