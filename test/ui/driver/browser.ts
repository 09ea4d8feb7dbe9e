import { type Browser, chromium } from 'playwright-core';
import { prepareChromium } from '../../../.scripts/prepare.ts';

/** A headless Chromium that can reach this machine and nothing else. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await prepareChromium(),
    args: [
      '--no-sandbox', // containers and root have no user namespaces
      '--disable-dev-shm-usage', // /dev/shm of a container is too small
      '--disable-gpu',
      '--in-process-gpu', // nothing is drawn by a graphics card, and a process of its own costs 7 % more
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
}
