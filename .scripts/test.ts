// npm test: sets everything up, then runs all checks and all tests. The last line is `N passed, N failed`.
//   npm test [-- --desktop]    --desktop runs the suite of the extension host in a downloaded desktop VS Code, too
//   npm run check    types, lint, dead exports, format and unit tests, at the same time; run it before every commit
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareWorkbench } from './prepare.ts';
import { buildDir, command, secondsSince } from './processes.ts';
import { printTotal, runStages, tableOfTimes } from './stage.ts';
import { audit, build, checks, packaging, staticChecks, tests } from './stages.ts';

await command(async () => {
  if (process.argv.includes('--check')) return void printTotal(await runStages(checks));
  const startedAt = performance.now();
  Object.assign(process.env, await prepareWorkbench());
  const oldest = await prepareWorkbench('oldest');
  for (const leftover of ['failures', 'installed'])
    await rm(path.join(buildDir, leftover), { recursive: true, force: true });
  // What is packed and installed is built for production in dist/; after it, the suites in the extension host find there
  // what is built for development.
  const packedAndBuilt = async () => [...(await runStages([packaging])), ...(await runStages([build]))];
  const checked = await Promise.all([packedAndBuilt(), runStages([...staticChecks, audit])]);
  const tested = await runStages(tests(oldest, process.argv.includes('--desktop')));
  const results = [...checked.flat(), ...tested];
  console.log(`\n${tableOfTimes(results)}\n\nin ${secondsSince(startedAt)}`);
  printTotal(results);
});
