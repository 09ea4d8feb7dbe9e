// The workbench as a person sees and touches it. Everything here goes by names that are on the screen or that a screen
// reader reads; every wait ends after the page's timeout at the latest.
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { buildDir, root } from '../../../.scripts/processes.ts';
import { keepsPictures } from './colorTheme.ts';
import { Dialog } from './dialog.ts';
import { Editors } from './editors.ts';
import { eventually, tryMs } from './eventually.ts';
import { Notifications } from './notifications.ts';
import { QuickInput } from './quickInput.ts';
import { Tree } from './tree.ts';

export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly editors: Editors;

  constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.editors = new Editors(page);
  }

  /** Waits until the workbench is painted and its extension host answers. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.editor').waitFor();
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await this.#viewContainer('Cohort Deck').first().waitFor();
  }

  /** Loads the page again, as if the window had been killed: VS Code may not know of the tabs of the last seconds. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** Reloads the window by VS Code's own command, which remembers every tab. */
  async reloadWindow(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.run('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Loads the pages of all webviews anew. @returns the new page of the one that shows an element like `selector` */
  async reloadPages(selector: string): Promise<Frame> {
    const before = await this.editors.webview(selector);
    await before.evaluate(() => Reflect.set(globalThis, 'isOldPage', true));
    await this.run('Developer: Reload Webviews');
    let found = before;
    await eventually('the page to be another one', async () => {
      found = await this.editors.webview(selector);
      return found.evaluate(() => !Reflect.has(globalThis, 'isOldPage'));
    });
    return found;
  }

  /** Runs a command of the palette by its whole title, such as `Cohort Deck: Refresh`. */
  async run(title: string): Promise<void> {
    await this.quickInput.runCommand(title);
  }

  /** Refreshes everything in the tree, by the button of its title. */
  async refreshAll(): Promise<void> {
    await this.page.locator('.part.sidebar .action-label[aria-label^="Refresh All"]').first().click();
  }

  /** Closes every dialog, message and editor; unsaved changes are discarded. */
  async tidy(): Promise<void> {
    if (await this.dialog.box.isVisible()) await this.press('Escape'); // of a test that failed half-way
    await this.notifications.dismissAll();
    await this.editors.closeAll();
  }

  async closePanel(): Promise<void> {
    const panel = this.page.locator('.part.panel');
    if (!(await panel.isVisible())) return;
    await this.run('View: Hide Panel');
    await panel.waitFor({ state: 'hidden' });
  }

  /** Adds a connection, and of its two projects of sample data the first. */
  async connect(url: string, key: string): Promise<void> {
    await this.enterConnection(url, key);
    await this.quickInput.row('Brightloaf Web').waitFor();
    await this.quickInput.pickMany(['Brightloaf Mobile App']); // all are ticked at first: this one is left out
  }

  /** The first steps of adding a connection: the address and the key. */
  async enterConnection(url: string, key: string): Promise<void> {
    await this.run('Cohort Deck: Connect…');
    await this.quickInput.row('Other Host…').waitFor();
    await this.quickInput.click();
    await this.quickInput.paste(url);
    await this.quickInput.pick(url);
    await this.quickInput.waitForMessage('Enter a personal API key for');
    await this.quickInput.paste(key);
    await this.press('Enter');
  }

  /** Ends the only connection. */
  async disconnect(): Promise<void> {
    await this.run('Cohort Deck: Disconnect');
    await this.dialog.press('Disconnect');
    await this.openView('Cohort Deck');
    await this.waitForSidebarText('Try with Sample Data');
  }

  /** Shows a view container by its title in the activity bar. */
  async openView(title: string): Promise<void> {
    const tab = this.#viewContainer(title).first();
    await eventually(`the view "${title}"`, async () => {
      if ((await tab.getAttribute('aria-selected')) === 'true') return true;
      await tab.click({ timeout: tryMs });
      return false;
    });
  }

  /**
   * Opens a cohort's page by a click, and closes all messages. A click is lost if the tree redraws at that moment: it is
   * tried again.
   */
  async openCohort(label: string, shows = `h1:has-text(${JSON.stringify(label)})`): Promise<Frame> {
    let page: Frame | undefined;
    await eventually(`the page of "${label}"`, async () => {
      await this.tree().click(label);
      page = await this.editors.webview(shows, undefined, tryMs);
      return true;
    });
    if (!page) throw new Error(`no page of "${label}"`); // only for the types: the wait has thrown before
    await this.notifications.dismissAll();
    return page;
  }

  /** Chooses from an item's menu what opens a page. A tree that redraws at that moment does something else: it is tried again. */
  async chooseToOpen(label: string, entry: string, shows: string): Promise<Frame> {
    const { promise, resolve } = Promise.withResolvers<Frame>();
    await eventually(`the page of "${entry}"`, async () => {
      await this.tree().choose(label, entry);
      resolve(await this.editors.webview(shows, undefined, tryMs));
      return true;
    });
    return promise;
  }

  /** Opens the persons of a cohort by the button of its item. A click is lost if the tree redraws at that moment: it is tried again. */
  async openPersons(label: string): Promise<void> {
    await eventually(`the persons of "${label}"`, async () => {
      await this.tree().pressButton(label, 'Show Persons');
      await this.editors.tab(`Persons of ${label}`).waitFor({ timeout: tryMs });
      return true;
    });
  }

  /** Opens a record's filters by the button of its item, of which a read-only one has another. A tree that has just changed says so, and is tried again; what the last try showed stays. */
  async openFilters(label: string): Promise<void> {
    const tab = this.editors.activeTab(`${label}.filters.json`);
    let tries = 0;
    await eventually(`the filters of "${label}"`, async () => {
      if (++tries > 1) {
        if (await tab.isVisible()) return true;
        await this.notifications.dismissAll(); // of the try before
      }
      await this.tree().pressButton(label, 'Edit Filters', 'Show Filters');
      await tab.waitFor({ timeout: tryMs });
      return true;
    });
    // It comes last, also where the tab was open; a key that is pressed before it would lose the focus.
    await eventually(`the filters of "${label}" to have the focus`, async () =>
      this.page.evaluate(() => document.activeElement?.matches('iframe.webview, .part.editor *') ?? false),
    );
  }

  /** Sets the protection of a project by the menu of its row. A row that has just been drawn again is asked about, and tried again. */
  async protect(project: string, level: string): Promise<void> {
    await eventually(`the protection of "${project}"`, async () => {
      await this.tree().choose(project, 'Set Protection…');
      const title = await this.quickInput.title();
      if (title === `Protection of “${project}”`) return true;
      await this.press('Escape');
      throw new Error(`the box asks “${title}”`);
    });
    await this.quickInput.pick(level);
  }

  tree(name = treeName()): Tree {
    return new Tree(this.page, name);
  }

  /** The text of the sidebar: for welcome views and messages. */
  async sidebarText(): Promise<string> {
    return this.page.locator('.part.sidebar').innerText();
  }

  async waitForSidebarText(text: string): Promise<void> {
    await this.page.locator('.part.sidebar').getByText(text).first().waitFor();
  }

  /** Presses a button or link in the sidebar by its text: welcome views have them. */
  async pressInSidebar(text: string): Promise<void> {
    await this.page
      .locator('.part.sidebar .monaco-button, .part.sidebar a')
      .filter({ hasText: text })
      .first()
      .click();
  }

  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item').filter({ hasText: text }).first();
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Ctrl+S, or Cmd+S where that is the key. */
  async save(): Promise<void> {
    await this.press('ControlOrMeta+S');
  }

  /** The visible end of an output channel. */
  async output(channel: string): Promise<string> {
    await this.run('Output: Show Output Channels...');
    await this.quickInput.pick(channel);
    const lines = this.page.locator('.part.panel .output-view .view-line');
    await lines.first().waitFor();
    return (await lines.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
  }

  /** @param part a selector, for a picture of that alone */
  async screenshot(name: string, part?: string): Promise<void> {
    if (!keepsPictures) return;
    const folder = path.join(buildDir, 'screenshots');
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${name}.png`);
    if (part === undefined) await writeFile(file, await this.#picture());
    else await this.page.locator(part).first().screenshot({ path: file });
  }

  /** Playwright's own waits for a smaller file. */
  async #picture(): Promise<Buffer> {
    const cdp = await this.page.context().newCDPSession(this.page);
    try {
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      return Buffer.from(data, 'base64');
    } finally {
      await cdp.detach();
    }
  }

  #viewContainer(title: string): Locator {
    const bar = this.page.locator('.part.activitybar');
    const byLabel = bar
      .locator('[role=tab]')
      .filter({ has: this.page.locator(`.action-label[aria-label^="${title}"]`) });
    return byLabel.or(bar.locator(`[role=tab][aria-label^="${title}"]`));
  }
}

/** The view's name as the manifest has it. */
function treeName(): string {
  const strings: Record<string, string> = JSON.parse(
    readFileSync(path.join(root, 'package.nls.json'), 'utf8'),
  );
  return strings['view.tree'] ?? '';
}
