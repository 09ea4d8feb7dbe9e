// Fuzzes each target, or those that are named, and prints the result.
//  node test/fuzz/run.ts SECONDS [NAME …] SECONDS for each
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fuzz } from './fuzz.ts';
import { targets } from './targets.ts';

const [seconds = '60', ...names] = process.argv.slice(2);
const seed = Number(process.env['COHORT_DECK_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const folder = path.resolve(import.meta.dirname, '../../.build/fuzz');

for (const [name, target] of Object.entries(targets)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const { runs, kept, functions, finding } = fuzz(target, Number(seconds), seed);
  console.log(`${name}: ${runs} inputs, ${kept} kept, ${functions} functions of src, seed ${seed}`);
  if (finding === undefined) continue;
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}-${seed}`);
  writeFileSync(file, finding.input);
  console.log(`A rule is broken by the input in ${file}: ${JSON.stringify(finding.input.toString())}`);
  console.log(finding.error);
  process.exitCode = 1;
}
