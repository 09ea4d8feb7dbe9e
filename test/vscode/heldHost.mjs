// Loaded into the VS Code server, which hands it on to its extension hosts: none starts while there is a file that a test has
// made, so that the test decides what a person does before one has started.
import { existsSync } from 'node:fs';

const file = process.env.COHORT_DECK_HELD_HOST;

if (file && process.argv.includes('--type=extensionHost')) {
  const unchanged = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(file)) Atomics.wait(unchanged, 0, 0, 50);
}
