// @ts-check
import { runWithNode24 } from '../setup/runWithNode24.mjs';

await runWithNode24(['test/fuzz/run.ts', ...process.argv.slice(2)]);
