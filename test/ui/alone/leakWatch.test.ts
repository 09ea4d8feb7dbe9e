// The check that searches each session for keys and persons finds one that was planted.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../driver/browser.ts';
import {
  keyInMessage,
  keysInFiles,
  keysInPages,
  personInMessage,
  watched,
  watchMessages,
} from '../driver/canary.ts';
import { eventually, maxWaitMs } from '../driver/eventually.ts';

const planted = 'phx_planted1';
const person = 'ada.12@example.com';

describe('the watcher of leaks', () => {
  let browser: Browser;
  let page: Page;
  const log: string[] = [];

  before(async () => {
    browser = await launchBrowser();
    const context = await browser.newContext();
    await context.addInitScript(watchMessages, watched);
    page = await context.newPage();
    page.setDefaultTimeout(maxWaitMs);
    page.on('console', (message) => log.push(message.text()));
  });
  after(() => browser.close());

  /** A page with a frame in it, as the workbench has one for each webview. */
  async function open(ofFrame: string): Promise<void> {
    await page.goto(`data:text/html,${encodeURIComponent(`<iframe srcdoc="${ofFrame}"></iframe>`)}`);
    await page.frameLocator('iframe').locator('p').waitFor();
  }

  /** Hands a message to the frame. @returns what the frame printed */
  async function post(message: object): Promise<readonly string[]> {
    log.length = 0;
    await page
      .frames()
      .at(-1)
      ?.evaluate((given) => {
        window.postMessage(given, '*');
        console.log('posted');
      }, message);
    await eventually('the message to be posted', async () => log.includes('posted'));
    return log.filter((line) => line !== 'posted');
  }

  it('finds a key in a webview, and none where there is none', async () => {
    await open('<p>Nothing</p>');
    assert.deepEqual(await keysInPages(page), []);
    await open(`<p title='${planted}'>A key</p>`);
    assert.equal((await keysInPages(page)).length, 1);
  });

  it('finds a key in a message to a webview, and a person in one that is not for persons', async () => {
    await open('<p>Nothing</p>');
    assert.deepEqual(await post({ type: 'state', text: 'harmless' }), []);
    assert.deepEqual(await post({ type: 'rows', rows: [[person]] }), []);
    assert.deepEqual(await post({ type: 'state', text: `{"key": "${planted}"}` }), [keyInMessage]);
    assert.deepEqual(await post({ type: 'state', text: person }), [`${personInMessage}: state`]);
  });

  it('finds a key in a file of VS Code’s, and not in those of the embedded service', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-leaks-'));
    for (const name of ['User/globalStorage', 'User/workspaceStorage/sample-data', 'logs'])
      await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, 'User/workspaceStorage/sample-data/sandbox.db'), planted);
    await writeFile(path.join(folder, 'logs/window.log'), 'harmless');
    assert.deepEqual(await keysInFiles(folder), []);
    await writeFile(path.join(folder, 'User/globalStorage/state.vscdb'), `\0\xff${planted}\0`, 'latin1');
    assert.deepEqual(await keysInFiles(folder), ['the file User/globalStorage/state.vscdb']);
    await rm(folder, { recursive: true });
  });
});
