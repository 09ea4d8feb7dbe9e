import type { Page } from 'playwright-core';

/** The path of the page that a click opens in the browser, without what VS Code puts in front of it. */
export async function pathOpenedBy(window: Page, click: () => Promise<unknown>): Promise<string> {
  const [opened] = await Promise.all([window.context().waitForEvent('page'), click()]);
  const { pathname } = new URL(opened.url());
  await opened.close();
  return pathname.replace(/^\/proxy\/\d+/, ''); // of the server, which forwards ports of its own machine
}
