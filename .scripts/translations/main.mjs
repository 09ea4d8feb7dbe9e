// @ts-check
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../setup/failure.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { root } from '../setup/paths.mjs';
import { problemsOf } from './check.mjs';

await runCommand(async () => {
  await prepareDependencies();
  const strings = await import('./strings.mjs'); // needs the dependencies
  let count = 0;
  for (const { file, english } of await strings.translated()) {
    const before = await strings.readStrings(file);
    const inUse = Object.keys(english).flatMap((key) => (before[key] ? [[key, before[key]]] : []));
    const after = Object.fromEntries(inUse);
    await writeFile(file, `${JSON.stringify(after, undefined, 2)}\n`);
    for (const key of Object.keys(before))
      if (!(key in after)) console.log(`${path.relative(root, file)}: removed ${key} → ${before[key]}`);
    for (const problem of problemsOf(english, after)) {
      count++;
      console.error(`${path.relative(root, file)}: ${problem}`);
    }
  }
  console.log(`${count} to translate or to correct`);
  if (count > 0) process.exitCode = 1;
});
