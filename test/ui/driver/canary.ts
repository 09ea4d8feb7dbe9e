// Keys of tests begin alike, and so do email addresses of sample persons. A key in a file of the person's, or in a page or a
// message of a webview, is a leak; so is a person in a message that is not for showing persons.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

export const anyKey = /phx_\w{6}/;
/** The embedded service's own files: it knows its key. */
const ofService = `${path.sep}sample-data${path.sep}`;

/** Where a key is in the webviews that are open. */
export async function keysInPages(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) {
    if (frame === page.mainFrame()) continue; // VS Code's own, with the box that a key is typed into
    const html = await frame.content().catch(() => ''); // it may close at this moment
    if (anyKey.test(html)) found.push(`the page ${new URL(frame.url()).pathname}`);
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
    if (anyKey.test(text)) found.push(`the file ${path.relative(userDataDir, file)}`);
  }
  return found;
}

export function assertNoLeaks(leaks: readonly string[]): void {
  assert.deepEqual(leaks, [], 'places where a key is, or a person who does not belong there');
}

/** VS Code may remove a file at this moment. */
function orGone(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
  throw error;
}

/** What a page prints where a message to it holds a key or, where none belongs, a person. */
export const keyInMessage = 'A message to this webview holds a key.';
export const personInMessage = 'A message to this webview holds a person';

/** As `ada.lovelace.12@…`, which no cohort or dashboard of the sample data has. */
export const anyPerson = /[a-z]\.\d+@[a-z]+\./;

/** Tables of persons and their parts, the persons on a cohort's page, and values to choose from that persons have. */
const messagesOfPersons = ['rows', 'summary', 'person', 'persons', 'cellFilter', 'completions', 'names'];

interface Watched {
  readonly key: string;
  readonly person: string;
  readonly ofPersons: readonly string[];
  readonly says: { readonly key: string; readonly person: string };
}

/** Runs in each frame before its own script; VS Code hands a webview its messages by `postMessage`. */
export function watchMessages({ key, person, ofPersons, says }: Watched): void {
  if (window === window.top) return;
  const post = window.postMessage.bind(window);
  window.postMessage = (...given: unknown[]): void => {
    document.documentElement.dataset['messages'] = 'watched';
    const [message] = given;
    const text = JSON.stringify(message) ?? '';
    if (new RegExp(key).test(text)) console.error(says.key);
    const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : '';
    if (!ofPersons.includes(String(type)) && new RegExp(person).test(text)) {
      console.error(`${says.person}: ${String(type)}`);
    }
    Reflect.apply(post, window, given);
  };
}

export const watched: Watched = {
  key: anyKey.source,
  person: anyPerson.source,
  ofPersons: messagesOfPersons,
  says: { key: keyInMessage, person: personInMessage },
};
