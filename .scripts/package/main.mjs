// @ts-check
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../setup/failure.mjs';
import { handleInterrupts } from '../setup/interrupt.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { root } from '../setup/paths.mjs';
import { step } from '../setup/steps.mjs';
import { filesList, packExtension } from './pack.mjs';
import { measure, overLimit, table } from './sizes.mjs';
import { expectedFile } from './expected.mjs';

await runCommand(async () => {
  handleInterrupts(130);
  await prepareDependencies();
  const vsix = await step('Packing', packExtension);
  const sizes = await measure(vsix);
  console.log(`${path.relative(root, vsix)}\n${table(sizes)}`);
  if (process.argv.includes('--accept'))
    await writeFile(expectedFile, `${(await filesList(vsix)).join('\n')}\n`);
  const problems = overLimit(sizes);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
});
