// Keys of tests begin alike. One of them in a file of the person's, or in a page or a message of a webview, is a leak.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

const key = /phx_\w{6}/;
/** The embedded service's own files: it knows its key. */
const ofService = `${path.sep}sample-data${path.sep}`;

/** Where a key is in the webviews that are open. */
export async function keysInPages(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) {
    if (frame === page.mainFrame()) continue; // VS Code's own, with the box that a key is typed into
    const html = await frame.content().catch(() => ''); // it may close at this moment
    if (key.test(html)) found.push(`the page ${new URL(frame.url()).pathname}`);
  }
  return found;
}

/** Where a key is in the files of VS Code's user: settings, storage, backups, logs, exports. */
export async function keysInFiles(userDataDir: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(userDataDir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || file.includes(ofService)) continue;
    const text = await readFile(file, 'latin1').catch(orGone);
    if (key.test(text)) found.push(`the file ${path.relative(userDataDir, file)}`);
  }
  return found;
}

/** VS Code may remove a file at this moment. */
function orGone(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
  throw error;
}

/** What a page prints where a message to it holds a key. */
export const keyInMessage = 'A message to this webview holds a key.';

/** Runs in each frame before its own script; VS Code hands a webview its messages by `postMessage`. */
export function watchMessages({ pattern, says }: { readonly pattern: string; readonly says: string }): void {
  if (window === window.top) return;
  const post = window.postMessage.bind(window);
  window.postMessage = (...given: unknown[]): void => {
    document.documentElement.dataset['messages'] = 'watched';
    if (new RegExp(pattern).test(JSON.stringify(given[0]) ?? '')) console.error(says);
    Reflect.apply(post, window, given);
  };
}

export const watchedKeys = { pattern: key.source, says: keyInMessage };
