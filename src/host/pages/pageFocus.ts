// Messages of our pages, whether their host responds, and whether one of them has the focus.
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

interface Page {
  readonly panel: vscode.WebviewPanel;
  /** Called with what the next pong says. */
  readonly waiting: Set<(hasFocus: boolean) => void>;
  /** It has sent a message: it replies, however late. */
  isLoaded: boolean;
}

const pages = new Set<Page>();

/** A page that is still loading does not reply. */
const maxWaitForLoadMs = 250;
/** For a loaded page on a busy machine. No person waits for the answer. */
const maxWaitMs = 3000;

export function onPageMessage(
  panel: vscode.WebviewPanel,
  receive: (message: unknown) => void,
): vscode.Disposable {
  const page: Page = { panel, waiting: new Set(), isLoaded: false };
  const subscription = panel.webview.onDidReceiveMessage((message: unknown) => {
    page.isLoaded = true;
    if (isOfType(message, 'ping')) return post(panel, 'pong');
    if (!isOfType(message, 'pong')) return receive(message);
    const hasFocus = 'hasFocus' in message && message.hasFocus === true;
    for (const resolve of page.waiting) resolve(hasFocus);
  });
  pages.add(page); // not earlier: a closed panel has no webview and throws
  return new vscode.Disposable(() => {
    pages.delete(page);
    subscription.dispose();
  });
}

/** True if the active page does not reply in time, because it may have the focus then. */
export async function isPageFocused(): Promise<boolean> {
  const page = activePage();
  if (!page) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  page.waiting.add(resolve);
  post(page.panel, 'ping');
  const hasFocus = await Promise.race([promise, delay(page.isLoaded ? maxWaitMs : maxWaitForLoadMs, true)]);
  page.waiting.delete(resolve);
  return hasFocus;
}

function activePage(): Page | undefined {
  return [...pages].find(({ panel }) => panel.active);
}

/** Either side asks by a ping whether the other one is there, and replies by a pong. */
function post(panel: vscode.WebviewPanel, type: 'ping' | 'pong'): void {
  void panel.webview.postMessage({ type });
}

function isOfType(message: unknown, type: 'ping' | 'pong'): message is object {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}
