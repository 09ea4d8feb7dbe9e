// @ts-check
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SetupFailure } from '../setup/failure.mjs';
import { buildDir } from '../setup/paths.mjs';

/**
 * @typedef {object} StartOptions
 * @property {'browser' | 'desktop' | 'any'} where
 * @property {number} port of the page in the browser
 * @property {string} dataDir keeps settings, state and sample data from one start to the next
 */

const usage = 'npm start -- [--browser | --desktop] [--port N] [--data DIR]';
const defaultPort = 8137; // always the same, because a browser keeps keys and layout by address

/** @param {string[]} args @returns {StartOptions} */
export function readOptions(args) {
  const { browser, desktop, port, data } = parse(args);
  if (browser && desktop) throw new SetupFailure(`Choose one of --browser and --desktop: ${usage}`);
  const portNumber = port === undefined ? defaultPort : Number(port);
  if (!Number.isInteger(portNumber) || portNumber < 0 || portNumber > 65_535) {
    throw new SetupFailure(`--port must be a number from 0 to 65535, not "${port}": ${usage}`);
  }
  const where = browser ? 'browser' : desktop ? 'desktop' : 'any';
  return { where, port: portNumber, dataDir: path.resolve(data ?? path.join(buildDir, 'start')) };
}

/** @param {string[]} args */
function parse(args) {
  const options = /** @type {const} */ ({
    browser: { type: 'boolean' },
    desktop: { type: 'boolean' },
    port: { type: 'string' },
    data: { type: 'string' },
  });
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('.')[0] : String(error);
    throw new SetupFailure(`${why}: ${usage}`);
  }
}
