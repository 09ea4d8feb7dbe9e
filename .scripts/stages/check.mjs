// @ts-check
import { runCommand } from '../setup/failure.mjs';
import { handleInterrupts } from '../setup/interrupt.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { printTotal, runStages } from './stage.mjs';

await runCommand(async () => {
  handleInterrupts(130);
  await prepareDependencies();
  const { checks } = await import('./stages.mjs');
  if (printTotal(await runStages(checks)) > 0) process.exitCode = 1;
});
