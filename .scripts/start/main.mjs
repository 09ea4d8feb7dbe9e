// @ts-check
import { prepareVscode } from '../../test/vscode/prepare.mjs';
import { buildExtension } from '../setup/build.mjs';
import { runCommand } from '../setup/failure.mjs';
import { handleInterrupts } from '../setup/interrupt.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { together } from '../setup/steps.mjs';
import { openInBrowser } from './browser.mjs';
import { makeDataDir } from './dataDir.mjs';
import { findDesktop, mayUseDesktop, openOnDesktop } from './desktop.mjs';
import { readOptions } from './options.mjs';

await runCommand(async () => {
  handleInterrupts(0);
  const options = readOptions(process.argv.slice(2));
  makeDataDir(options.dataDir);
  const isInBrowser = !mayUseDesktop(options);
  await together(prepareDependencies(), ...(isInBrowser ? [prepareVscode()] : []));
  const desktop = isInBrowser ? undefined : await findDesktop(options);
  await buildExtension();
  if (desktop) await openOnDesktop(desktop, options);
  else await openInBrowser(options);
});
