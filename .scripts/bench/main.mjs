// @ts-check
import { runWithNode24 } from '../setup/runWithNode24.mjs';

await runWithNode24(['--expose-gc', '.scripts/bench/run.ts', ...process.argv.slice(2)]);
