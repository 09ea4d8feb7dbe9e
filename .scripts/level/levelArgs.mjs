// @ts-check
import { SetupFailure } from '../setup/failure.mjs';

/** Node's options of its test runner that take no value. */
const switches = ['--test-only', '--test-randomize', '--test-force-exit', '--test-update-snapshots'];

/**
 * What follows the name of a level. Throws for what that level does not take.
 * @param {string} level
 * @param {readonly string[]} given
 */
export function readLevelArgs(level, given) {
  const flags = given.filter((arg) => arg.startsWith('-'));
  const nodeOptions = flags.filter((flag) => flag.startsWith('--test-'));
  const runsNodeTests = level !== 'integration' && level !== 'pseudo';
  if (nodeOptions.length > 0 && !runsNodeTests)
    throw new SetupFailure(
      `npm run ${level} takes none of Node's options, because it does not use Node's test runner.`,
    );
  const withoutValue = nodeOptions.find((flag) => !flag.includes('=') && !switches.includes(flag));
  if (withoutValue) throw new SetupFailure(`Use: ${withoutValue}=VALUE, in one word.`);
  /** @type {import('../../test/vscode/otherEditor.mjs').Age[]} */
  const ages = ['unit', 'contract', 'laws'].includes(level) ? [] : ['oldest', 'newest'];
  const unknown = flags.find(
    (flag) => !nodeOptions.includes(flag) && !ages.some((age) => flag === `--${age}`),
  );
  if (unknown) {
    const known = [
      ...ages.map((age) => `--${age}`),
      ...(runsNodeTests ? ['Node’s options that begin with --test-'] : []),
    ];
    throw new SetupFailure(`npm run ${level} does not know ${unknown}. It takes ${known.join(', ')}.`);
  }
  return {
    chosen: given.filter((arg) => !arg.startsWith('-')),
    nodeOptions,
    age: ages.find((age) => flags.includes(`--${age}`)),
  };
}
