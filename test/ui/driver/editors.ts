import type { Frame, Locator, Page } from 'playwright-core';
import { eventually, tryMs } from './eventually.ts';
import { textOf } from './filtersPage.ts';
import { pasteInto, selectAllOf } from './typing.ts';

/** For the person's key bindings: VS Code has none for it. */
export const revertAndClose = {
  key: 'ctrl+alt+shift+f9',
  press: 'Control+Alt+Shift+F9',
  command: 'workbench.action.revertAndCloseActiveEditor',
};

const webviewUrl = /\/webview\/browser\/pre\//;

/** The editor area: tabs, text, and webviews. */
export class Editors {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  tab(title: string): Locator {
    return this.#page.locator('.part.editor .tab').filter({ hasText: title }).first();
  }

  /** The tab if its editor is the one that shows. */
  activeTab(title: string): Locator {
    return this.#page.locator('.part.editor .tab.active').filter({ hasText: title }).first();
  }

  /** Titles from left to right. */
  async tabs(): Promise<string[]> {
    return this.#page.locator('.part.editor .tab .label-name').allInnerTexts();
  }

  async waitFor(title: string): Promise<void> {
    await this.tab(title).waitFor();
  }

  async activate(title: string): Promise<void> {
    await this.tab(title).click();
  }

  async isDirty(title: string): Promise<boolean> {
    return ((await this.tab(title).getAttribute('class')) ?? '').split(' ').includes('dirty');
  }

  async waitDirty(title: string, dirty: boolean): Promise<void> {
    await eventually(
      `"${title}" to be ${dirty ? 'dirty' : 'saved'}`,
      async () => (await this.isDirty(title)) === dirty,
    );
  }

  /** Closes an editor with nothing unsaved, which no question follows. */
  async close(title: string): Promise<void> {
    const tab = this.tab(title);
    // A click is lost if the tabs redraw at this moment.
    await eventually(`"${title}" to be closed`, async () => {
      if ((await tab.count()) === 0) return true;
      await tab.click({ button: 'middle', timeout: tryMs });
      await tab.waitFor({ state: 'detached', timeout: tryMs });
      return true;
    });
  }

  /** The visible text of the active text editor. */
  async text(): Promise<string> {
    const lines = this.#page.locator('.part.editor .editor-group-container.active .monaco-editor .view-line');
    await lines.first().waitFor();
    // In the document they are in the order in which they were drawn.
    const texts = await lines.evaluateAll((all) =>
      all
        .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' }))
        .toSorted((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    return texts.join('\n').replaceAll('\u00a0', ' ');
  }

  async waitForText(text: string): Promise<void> {
    await eventually(`the editor to show "${text}"`, async () => (await this.text()).includes(text));
  }

  /** Replaces all the text of the active text editor. */
  async replaceText(text: string): Promise<void> {
    const lines = '.part.editor .editor-group-container.active .monaco-editor .view-lines';
    await pasteInto(this.#page.locator(lines).first(), text);
  }

  /** The text of the filters editor's page. */
  async pageText(): Promise<string> {
    return textOf(await this.webview('.cm-content'));
  }

  async waitForPageText(text: string): Promise<void> {
    await eventually(`the page to show ${text}`, async () => (await this.pageText()).includes(text));
  }

  /** Selects all the text of the filters editor's page, for a text that must come soon. */
  async selectPageText(title?: string): Promise<Frame> {
    const frame = await this.webview('.cm-content', title);
    await selectAllOf(frame.locator('.cm-content'));
    return frame;
  }

  /** Replaces all the text of the filters editor's page. */
  async replacePageText(text: string, title?: string): Promise<void> {
    const frame = await this.webview('.cm-content', title);
    await pasteInto(frame.locator('.cm-content'), text);
    await eventually('the page to show what was typed', async () => {
      const shown = await textOf(frame); // of a long text a part
      return shown === '' ? text === '' : unfolded(shown).every((part) => text.includes(part));
    });
  }

  /** Closes every editor, and throws away what was not saved. */
  async closeAll(): Promise<void> {
    const tabs = this.#page.locator('.part.editor .tab');
    const discard = this.#page.locator('.monaco-dialog-box .monaco-button', { hasText: /Don.t Save/ });
    let tries = 0;
    await eventually('every editor to be closed', async () => {
      if ((await tabs.count()) === 0) return true;
      // What was typed last can come from a page after its revert, and VS Code then asks.
      if (await discard.isVisible()) await discard.click({ timeout: tryMs });
      // A page that a test has just left may have lost the focus, and with it the key.
      if (++tries % 20 === 0) await tabs.first().click({ timeout: tryMs });
      await this.#page.keyboard.press(revertAndClose.press);
      return (await tabs.count()) === 0;
    });
  }

  /** The documents of all webviews that show an element like `selector`, in the order in which they came. */
  async webviews(selector: string): Promise<readonly Frame[]> {
    const pages = this.#page.frames().filter((frame) => webviewUrl.test(frame.parentFrame()?.url() ?? ''));
    const visible = await Promise.all(pages.map((frame) => isVisible(frame, selector)));
    return pages.filter((_frame, index) => visible[index]);
  }

  /**
   * The document of the webview that shows an element like `selector`; the extension's own HTML.
   * @param title of the page, where another may still be seen while its editor comes
   */
  async webview(selector: string, title?: string, waitMs?: number): Promise<Frame> {
    let found: Frame | undefined;
    await eventually(
      `a webview with ${selector}`,
      async () => {
        for (const frame of this.#page.frames()) {
          if (!webviewUrl.test(frame.parentFrame()?.url() ?? '')) continue;
          if (title !== undefined && (await frame.title()) !== title) continue;
          if (await isVisible(frame, selector)) found = frame;
        }
        return found !== undefined;
      },
      waitMs,
    );
    if (!found) throw new Error(`no webview with ${selector}`); // only for the types: the wait has thrown before
    return found;
  }
}

/** The parts of the shown text between folded keys that the service added. */
function unfolded(shown: string): readonly string[] {
  return shown.split(/⋯ \d+ keys? added by the service/);
}

async function isVisible(frame: Frame, selector: string): Promise<boolean> {
  if (frame.isDetached()) return false;
  return frame.locator(selector).first().isVisible();
}
