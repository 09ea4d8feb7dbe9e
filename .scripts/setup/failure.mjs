// @ts-check

/** A problem that the person at the keyboard can fix. Its message says what to do; no stack is shown. */
export class SetupFailure extends Error {}

/**
 * Runs a command's main function. If set-up fails, prints its message and exits with code 1.
 * @param {() => Promise<void>} main
 */
export async function runCommand(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof SetupFailure ? error.message : error);
    process.exitCode = 1;
  }
}
