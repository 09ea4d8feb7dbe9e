// @ts-check

/** Something the person at the keyboard can mend. Its message is one sentence that says what to do; no stack is shown. */
export class SetupFailure extends Error {}

/**
 * Runs a command's main function; ends the process with exit code 1 and one sentence where set-up failed.
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
