// Messages of our pages, and whether VS Code has given the focus back to one of them.
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

interface Page {
  readonly panel: vscode.WebviewPanel;
  readonly waiting: (() => void)[];
}

const pages = new Set<Page>();

/** VS Code's own delay is 50 ms. */
const focusReturnsWithinMs = 60;
/** A page that is still loading does not answer. */
const longestWaitMs = 500;

export function onPageMessage(
  panel: vscode.WebviewPanel,
  receive: (message: unknown) => void,
): vscode.Disposable {
  const page: Page = { panel, waiting: [] };
  pages.add(page);
  const subscription = panel.webview.onDidReceiveMessage((message: unknown) => {
    if (!isPong(message)) return receive(message);
    for (const resolve of page.waiting.splice(0)) resolve();
  });
  return new vscode.Disposable(() => {
    pages.delete(page);
    subscription.dispose();
  });
}

/**
 * Before a box opens: when a palette, a box or a message closes, VS Code gives the focus back to the active page with a
 * delay, and takes it from a box that has opened meanwhile. What the page answers after the delay, it answers after that.
 */
export async function focusReturned(): Promise<void> {
  const page = [...pages].find(({ panel }) => panel.active);
  if (!page) return;
  await delay(focusReturnsWithinMs);
  const answered = new Promise<void>((resolve) => page.waiting.push(resolve));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method takes no origin
  void page.panel.webview.postMessage({ type: 'ping' });
  await Promise.race([answered, delay(longestWaitMs)]);
}

function isPong(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'pong';
}
