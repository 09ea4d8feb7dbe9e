// Messages of our pages, and whether VS Code has given the focus back to one of them.
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

interface Page {
  readonly panel: vscode.WebviewPanel;
  /** Called with the next pong. */
  readonly waiting: Set<() => void>;
}

const pages = new Set<Page>();

/** VS Code's own delay is 50 ms. */
const focusReturnsWithinMs = 60;
/** A page that is still loading does not reply. */
const longestWaitMs = 250;

export function onPageMessage(
  panel: vscode.WebviewPanel,
  receive: (message: unknown) => void,
): vscode.Disposable {
  const page: Page = { panel, waiting: new Set() };
  const subscription = panel.webview.onDidReceiveMessage((message: unknown) => {
    if (!isPong(message)) return receive(message);
    for (const resolve of page.waiting) resolve();
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

/** Resolves with whether a page is there and has replied in time. */
async function pingActivePage(): Promise<boolean> {
  const page = activePage();
  if (!page) return false;
  const { promise, resolve } = Promise.withResolvers<void>();
  page.waiting.add(resolve);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method takes no origin
  void page.panel.webview.postMessage({ type: 'ping' });
  const hasReplied = await Promise.race([promise.then(() => true), delay(longestWaitMs, false)]);
  page.waiting.delete(resolve);
  return hasReplied;
}

function activePage(): Page | undefined {
  return [...pages].find(({ panel }) => panel.active);
}

function isPong(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'pong';
}
