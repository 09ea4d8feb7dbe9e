// Messages of our pages, and whether one of them has the focus.
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

interface Pong {
  readonly hasFocus: boolean;
}

interface Page {
  readonly panel: vscode.WebviewPanel;
  /** Called with the next pong. */
  readonly waiting: Set<(pong: Pong) => void>;
  /** It has sent a message: it replies, however late. */
  isLoaded: boolean;
}

const pages = new Set<Page>();

/** VS Code's own delay is 50 ms. */
const focusReturnsWithinMs = 60;
/** A page that is still loading does not reply. */
const longestWaitMs = 250;
/** For a loaded page on a busy machine. No person waits for the answer. */
const longestWaitForFocusMs = 3000;

export function onPageMessage(
  panel: vscode.WebviewPanel,
  receive: (message: unknown) => void,
): vscode.Disposable {
  const page: Page = { panel, waiting: new Set(), isLoaded: false };
  const subscription = panel.webview.onDidReceiveMessage((message: unknown) => {
    page.isLoaded = true;
    if (!isPong(message)) return receive(message);
    for (const resolve of page.waiting)
      resolve({ hasFocus: 'hasFocus' in message && message.hasFocus === true });
  });
  pages.add(page); // not earlier: a closed panel has no webview and throws
  return new vscode.Disposable(() => {
    pages.delete(page);
    subscription.dispose();
  });
}

/**
 * Before a box opens: when a palette, a box or a message closes, VS Code gives the focus back to the active page with a
 * delay, and takes it from a box that has opened meanwhile. VS Code and the page work through what they are sent in order:
 * the first ping comes back after what closed has closed, the second one after the page has the focus.
 */
export async function focusReturned(): Promise<void> {
  if (!(await pingActivePage())) return;
  await delay(focusReturnsWithinMs);
  await pingActivePage();
}

/** True if the active page does not reply in time, because it may have the focus then. */
export async function isPageFocused(): Promise<boolean> {
  const page = activePage();
  if (!page) return false;
  return (await pingActivePage(page.isLoaded ? longestWaitForFocusMs : longestWaitMs))?.hasFocus ?? true;
}

/** Undefined where no page is there or it has not replied in time. */
async function pingActivePage(withinMs = longestWaitMs): Promise<Pong | undefined> {
  const page = activePage();
  if (!page) return undefined;
  const { promise, resolve } = Promise.withResolvers<Pong>();
  page.waiting.add(resolve);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method takes no origin
  void page.panel.webview.postMessage({ type: 'ping' });
  const pong = await Promise.race([promise, delay(withinMs, undefined)]);
  page.waiting.delete(resolve);
  return pong;
}

function activePage(): Page | undefined {
  return [...pages].find(({ panel }) => panel.active);
}

function isPong(message: unknown): message is object {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'pong';
}
