// @ts-check
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { SetupFailure } from '../setup/failure.mjs';

/** Creates the folder of `--data` if it is missing. @param {string} dataDir */
export function makeDataDir(dataDir) {
  try {
    makeFolders(dataDir);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SetupFailure(`Cannot create the folder ${dataDir} (${why}). Choose another one with --data.`);
  }
}

/**
 * Node's recursive mkdir never returns in a folder that allows no subfolders, such as /proc.
 * @param {string} folder
 */
function makeFolders(folder) {
  const parent = path.dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolders(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
