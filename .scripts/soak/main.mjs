// @ts-check
import { runWithNode24 } from '../setup/runWithNode24.mjs';

await runWithNode24(['--expose-gc', 'test/soak/main.ts', ...process.argv.slice(2)]);
