// @ts-check
import { prepareVscode } from '../../test/vscode/prepare.mjs';
import { runCommand } from '../setup/failure.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { runWithNode24 } from '../setup/runWithNode24.mjs';

await runCommand(async () => {
  await prepareDependencies();
  await prepareVscode();
  const { buildExtension } = await import('../setup/build.mjs');
  await buildExtension();
  await runWithNode24(['.scripts/pictures/take.ts']);
});
