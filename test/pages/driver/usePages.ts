// A page of the extension in a browser without VS Code: the HTML and the script that ship, from a server on this machine.
// What VS Code gives a webview is around it, its API, its styles and the colors of a theme. The test is the other end of
// the page's messages.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { after, afterEach, before } from 'node:test';
import type { Browser, Frame, Page } from 'playwright-core';
import { buildDir, installedDir, root } from '../../../.scripts/processes.ts';
import { pageHtml, readBundle } from '#host/pages/pageHtml.ts';
import { SerialQueue } from '#model/storage/serialQueue.ts';
import { portOf } from '../../misbehaving/server.ts';
import { accessibilityProblems, rulesOfColors } from '../../ui/driver/accessibility.ts';
import { launchBrowser } from '../../ui/driver/browser.ts';
import { keepsPictures, type Theme } from '../../ui/driver/colorTheme.ts';
import { maxWaitMs } from '../../ui/driver/eventually.ts';
import { themesToLookAt } from '../../ui/driver/inEachTheme.ts';
import { addApi, readLooks, wear } from './vsCode.ts';

/** The other end of a page's messages. */
export interface PageHost {
  /** JSON for the page's HTML. */
  readonly data?: string;
  /** Takes what the page posts. What it throws fails the test. */
  receive(message: unknown): void | Promise<void>;
}

type Post = (message: object) => void;

interface Opened {
  readonly html: string;
  readonly host: PageHost;
}

let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** One page after the other for the tests of a file, in one browser for all files of this process. */
export function usePages(): () => Pages {
  let pages: Pages | undefined;
  const present = (): Pages => {
    if (!pages) throw new Error('pages open inside a test');
    return pages;
  };
  before(async () => {
    browser ??= launchBrowser();
    pages = await Pages.create(await browser);
  });
  afterEach(async (test) => {
    if ('passed' in test && !test.passed) await present().keepEvidence(test.name);
    present().assertNoErrors();
  });
  after(() => pages?.dispose());
  return present;
}

export class Pages {
  readonly page: Page;
  /** The page as helpers take it, which find it in a frame of the workbench. */
  readonly frame: Frame;
  readonly #server: Server;
  /** By the path of their address. */
  readonly #opened = new Map<string, Opened>();
  readonly #posts = new SerialQueue();
  readonly #errors: unknown[] = [];

  static async create(inBrowser: Browser): Promise<Pages> {
    const server = createServer((request, response) => {
      const opened = pages.#opened.get(request.url ?? '');
      response.writeHead(opened ? 200 : 404, { 'Content-Type': 'text/html' }).end(opened?.html);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const context = await inBrowser.newContext({
      baseURL: `http://127.0.0.1:${portOf(server.address())}`,
      permissions: ['clipboard-read', 'clipboard-write'],
      viewport: { width: 1050, height: 830 }, // the editor area of a window of 1400 × 900
      reducedMotion: 'reduce',
    });
    await context.addInitScript(addApi);
    await context.addInitScript(wear, await readLooks('Light 2026'));
    const pages = new Pages(await context.newPage(), server);
    await context.exposeFunction('toHost', (at: string, json: string) => pages.#receive(at, json));
    return pages;
  }

  private constructor(page: Page, server: Server) {
    this.page = page;
    this.frame = page.mainFrame();
    this.#server = server;
    page.setDefaultTimeout(maxWaitMs);
    page.on('pageerror', (error) => this.#errors.push(error));
    // What the content security policy refuses, and what CodeMirror logs before it carries on.
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(message.text());
    });
  }

  /**
   * Opens a page. @param name of its bundle @param connect is given what posts to it @returns its host
   */
  async open<H extends PageHost>(name: string, connect: (post: Post) => H, language = 'en'): Promise<H> {
    const at = `/${name}/${this.#opened.size}`;
    const host = connect((message) => void this.#post(at, message));
    const bundle = await readBundle(path.join(await extensionDir(), 'dist/webview'), name);
    const place = { base: '/', cspSource: "'self'", language };
    const reopen = { viewType: name, uri: at };
    const html = pageHtml(place, bundle, { title: name, reopen, data: host.data });
    this.#opened.set(at, { html, host });
    await this.page.goto(at);
    return host;
  }

  async useTheme(theme: Theme): Promise<void> {
    await this.frame.evaluate(wear, await readLooks(theme));
  }

  /** Shows the page in each color theme of this run, and fails for what cannot be read in it. @param look is called in each */
  async assertReadable(picture: string, look = async (): Promise<void> => {}): Promise<void> {
    for (const theme of themesToLookAt()) {
      await this.useTheme(theme);
      await look();
      await this.keepPicture(`${picture}-${theme.toLowerCase().replaceAll(' ', '-')}`);
      const rules = theme === 'Light 2026' ? undefined : rulesOfColors; // all others find the same in each theme
      assert.deepEqual(await accessibilityProblems(this.frame, rules), [], theme);
    }
  }

  async keepPicture(name: string): Promise<void> {
    if (keepsPictures)
      await this.page.screenshot({ path: path.join(buildDir, 'screenshots', `${name}.png`) });
  }

  async keepEvidence(test: string): Promise<void> {
    const file = path.join(buildDir, 'failures', `${test.replaceAll(/[^\w-]+/g, '-').slice(-100)}.png`);
    await this.page.screenshot({ path: file });
    console.error(`The picture of the failure is ${file}`);
  }

  /** Errors of the page and of its host since the last call. */
  assertNoErrors(): void {
    assert.deepEqual(this.#errors.splice(0), []);
  }

  async dispose(): Promise<void> {
    await this.page.context().close();
    this.#server.close();
  }

  async #receive(at: string, json: string): Promise<void> {
    try {
      const message: unknown = JSON.parse(json);
      const isPing = typeof message === 'object' && message && 'type' in message && message.type === 'ping';
      await (isPing ? this.#post(at, { type: 'pong' }) : this.#opened.get(at)?.host.receive(message));
    } catch (error) {
      this.#errors.push(error);
    }
  }

  /** In the order of the calls. A page that has been left gets nothing. */
  #post(at: string, message: object): Promise<void> {
    return this.#posts.run(async () => {
      const posted = { at, json: JSON.stringify(message) };
      try {
        await this.frame.evaluate(receive, posted);
      } catch (error) {
        if (!isOfLeftPage(error)) this.#errors.push(error);
      }
    });
  }
}

/** Of what `npm test` has packed and installed, or this one. */
async function extensionDir(): Promise<string> {
  if (process.env.COHORT_DECK_INSTALLED !== '1') return root;
  const [name] = (await readdir(installedDir)).filter((one) => one.startsWith('cohort-deck.'));
  if (name === undefined) throw new Error(`no extension is installed in ${installedDir}`);
  return path.join(installedDir, name);
}

/** Runs in the page. */
function receive({ at, json }: { readonly at: string; readonly json: string }): void {
  if (location.pathname === at) window.postMessage(JSON.parse(json), '*');
}

function isOfLeftPage(error: unknown): boolean {
  return error instanceof Error && /context was destroyed|has been closed/.test(error.message);
}
