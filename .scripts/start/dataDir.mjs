// @ts-check
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { SetupFailure } from '../setup/failure.mjs';

/** Makes the folder of `--data` where it is missing. @param {string} dataDir */
export function makeDataDir(dataDir) {
  try {
    makeFolders(dataDir);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SetupFailure(`The folder ${dataDir} cannot be made (${why}): choose another one with --data.`);
  }
}

/** Node's own recursion never ends where a folder is there and none can be made in it, as below /proc. @param {string} folder */
function makeFolders(folder) {
  const parent = path.dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolders(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
