import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunningServer } from '../../vscode/server.mjs';
import { watched, watchMessages } from './canary.ts';
import { maxWaitMs } from './eventually.ts';
import { addDevelopmentOptions, awaitEndOfHost, setLanguage, stopAnimations } from './inPage.ts';

export interface OpenedPage {
  readonly page: Page;
  /** What the page printed to its console, as it comes. */
  readonly log: readonly string[];
  /** Settles with the exit code of the suite in the extension host; never without a suite. */
  readonly suiteEnded: Promise<number>;
}

export interface PageOptions {
  /** Folders of extensions under development, for a suite. */
  readonly extensions: readonly string[];
  /** Path of a module with tests for the extension host. */
  readonly suite: string | undefined;
  /** Runs in the page at each load, before the workbench. */
  readonly beforeLoad: (() => void) | undefined;
  readonly language: string | undefined;
}

/** Opens the workbench on a folder. */
export async function openPage(
  browser: Browser,
  server: RunningServer,
  folder: string,
  { extensions, suite, beforeLoad, language }: PageOptions,
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce', // each frame of a spinner costs as much as a key
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  await context.addInitScript(stopAnimations);
  await context.addInitScript(awaitEndOfHost);
  await context.addInitScript(watchMessages, watched);
  if (beforeLoad) await context.addInitScript(beforeLoad);
  if (language) await context.addInitScript(setLanguage, language);
  if (extensions.length > 0 || suite) await handOver(context, server, extensions, suite);
  const page = await context.newPage();
  page.setDefaultTimeout(maxWaitMs);
  const log: string[] = [];
  page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log.push(`uncaught: ${error.stack ?? error.message}`));
  let endSuite: (code: number) => void;
  const suiteEnded = new Promise<number>((resolve) => (endSuite = resolve));
  // The workbench calls these two where a suite runs, and looks for them once, while it loads.
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) =>
    log.push(`${type}: ${args.join(' ')}`),
  );
  await page.exposeFunction('codeAutomationExit', (code: number) => endSuite(code));
  await page.goto(address(server, folder));
  return { page, log, suiteEnded };
}

/** Gives the workbench its extensions under development and its suite, before its own script runs. */
async function handOver(
  context: BrowserContext,
  server: RunningServer,
  extensions: readonly string[],
  suite: string | undefined,
): Promise<void> {
  const remote = (folder: string) => ({ scheme: 'vscode-remote', authority: server.authority, path: folder });
  const developmentOptions = {
    ...(extensions.length > 0 ? { extensions: extensions.map(remote) } : {}),
    ...(suite ? { extensionTestsPath: remote(suite) } : {}),
  };
  await context.addInitScript(addDevelopmentOptions, developmentOptions);
}

function address(server: RunningServer, folder: string): string {
  const payload = JSON.stringify([
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ]);
  const query = new URLSearchParams({ folder, payload, tkn: server.token }).toString();
  return `${server.origin}/?${query}`;
}
