// @ts-check
import path from 'node:path';
import { root } from '../setup/paths.mjs';

/** The files that a VSIX is expected to hold, one a line. */
export const expectedFile = path.join(root, 'test/package/files.txt');
