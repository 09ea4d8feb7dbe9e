// @ts-check
import { runCommand } from '../setup/failure.mjs';
import { runWithNode24 } from '../setup/runWithNode24.mjs';
import { benchAgainst } from './against.mjs';

const [first, revision = 'HEAD', ...names] = process.argv.slice(2);
await (first === '--against'
  ? runCommand(() => benchAgainst(revision, names))
  : runWithNode24(['--expose-gc', '.scripts/bench/run.ts', ...process.argv.slice(2)]));
