import type { Locator, Page } from 'playwright-core';
import { eventually, maxWaitMs, tryMs } from './eventually.ts';

/** The widget on top of the workbench: palette, quick pick, input box, and the file dialogs of a remote window. */
export class QuickInput {
  readonly #page: Page;
  readonly widget: Locator;
  readonly input: Locator;
  /** The input box once it has the keyboard: what is typed goes there and nowhere else. */
  readonly #inputWithFocus: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.widget = page.locator('.quick-input-widget:visible');
    this.input = this.widget.locator('.quick-input-box input');
    this.#inputWithFocus = this.widget.locator('.quick-input-box input:focus');
  }

  /** Runs a command of the palette by its whole title, such as `Cohort Deck: Refresh`. */
  async runCommand(title: string): Promise<void> {
    await this.#open('F1', `>${title}`, title);
  }

  /** Opens a file of the open folder by its name. */
  async openFile(name: string): Promise<void> {
    await this.#open('ControlOrMeta+P', name, name);
  }

  async #open(key: string, typed: string, label: string): Promise<void> {
    const row = this.row(label);
    // An editor that is still restoring takes the focus and closes the box, contributed commands come late, and a search
    // for files that began too early finds none: try again.
    await eventually(`"${label}" to be offered for ${key}`, async () => {
      await this.#openWith(key);
      await this.#paste(typed);
      await row.waitFor({ timeout: tryMs });
      // Clicked, not entered: a click checks that it hits the row, and one on a box that has closed hits nothing.
      // A long wait: some commands keep the page so busy that the click is confirmed late, and must not run twice.
      await row.locator('.label-name').first().click();
      return true;
    });
    await row.waitFor({ state: 'hidden' }); // a question of the command comes in the same box
  }

  /** The titles with what was typed that the palette offers, in its order; similar ones follow behind. */
  async commandsFor(typed: string): Promise<readonly string[]> {
    let titles: readonly string[] = [];
    // The tree that is drawn again may take the focus before the text is typed: try again.
    await eventually('the list for what was typed', async () => {
      if (
        (await this.widget.isHidden()) ||
        (await this.input.inputValue({ timeout: tryMs })) !== `>${typed}`
      ) {
        await this.#openWith('F1');
        await this.#paste(`>${typed}`);
      }
      titles = await this.rows();
      return titles[0]?.includes(typed) ?? false;
    });
    await this.cancel();
    return titles.filter((title) => title.includes(typed));
  }

  /** Types into the input box and confirms. */
  async enter(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  /** Presses Enter in the box, from which a tree or a page that settles may have taken the focus. */
  async accept(): Promise<void> {
    if ((await this.#inputWithFocus.count()) === 0) await this.input.click();
    await this.#inputWithFocus.waitFor();
    await this.#page.keyboard.press('Enter');
  }

  /** Types without confirming; rows narrow down, validation speaks. */
  async type(text: string): Promise<void> {
    // A tree or a page that settles may take the focus from the box: as a person does, click into it and type again.
    await eventually(`the box to hold ${text}`, async () => {
      if ((await this.#inputWithFocus.count()) === 0) await this.input.click({ timeout: tryMs });
      await this.#inputWithFocus.waitFor({ timeout: tryMs });
      await this.#page.keyboard.press('ControlOrMeta+A');
      await (text === '' ? this.#page.keyboard.press('Delete') : this.#page.keyboard.type(text));
      return (await this.input.inputValue({ timeout: tryMs })) === text;
    });
  }

  /** Pastes over what the box holds: its list is narrowed down once, not with each letter. */
  async paste(text: string): Promise<void> {
    // As `type` does.
    await eventually(`the box to hold ${text}`, async () => {
      if ((await this.#inputWithFocus.count()) === 0) await this.input.click({ timeout: tryMs });
      await this.#inputWithFocus.waitFor({ timeout: tryMs });
      await this.#paste(text);
      return (await this.input.inputValue({ timeout: tryMs })) === text;
    });
  }

  /** For a box that opens while the tree loads, which may take the focus from it. */
  async click(): Promise<void> {
    await this.input.click();
    await this.#inputWithFocus.waitFor();
  }

  async value(): Promise<string> {
    await this.input.waitFor();
    return this.input.inputValue();
  }

  /** Chooses a row by its label, and waits until its list is gone: the next question comes in the same box. */
  async pick(label: string): Promise<void> {
    await this.row(label).locator('.label-name').first().click();
    await this.row(label).waitFor({ state: 'hidden' });
  }

  /** Ticks rows and confirms. */
  async pickMany(labels: readonly string[]): Promise<void> {
    await this.tickAndConfirm(labels);
    await this.widget.waitFor({ state: 'hidden' });
  }

  /** The same where the choice may be refused. */
  async tickAndConfirm(labels: readonly string[]): Promise<void> {
    await this.rows(); // they come after the box
    for (const label of labels) await this.row(label).locator('.label-name').first().click();
    await this.widget.locator('.quick-input-action .monaco-button').first().click(); // Enter would untick the focused row
  }

  /** Answers an open or save dialog with a path. */
  async chooseFile(path: string): Promise<void> {
    const ok = this.widget.locator('.quick-input-action .monaco-button').first();
    const list = this.widget.locator('.quick-input-list .monaco-list-row').first();
    const busy = this.widget.locator('.monaco-progress-container.active');
    // While it lists a folder the dialog is busy: then it puts a name of its own over what was typed, and takes a
    // confirmation to mean that name. Short waits inside the long one: it may close between any two steps.
    const timeout = tryMs;
    const atRest = async (): Promise<void> => {
      await list.waitFor({ timeout });
      await busy.waitFor({ state: 'hidden', timeout });
    };
    await ok.waitFor();
    await eventually(`the dialog to take ${path}`, async () => {
      if (!(await this.widget.isVisible())) return true;
      await atRest();
      if ((await this.input.inputValue({ timeout })) !== path) {
        await this.#inputWithFocus.waitFor({ timeout });
        await this.#paste(path);
        return false; // the list may have reloaded: check once more
      }
      await ok.click({ timeout });
      await this.widget.waitFor({ state: 'hidden', timeout });
      return true;
    });
  }

  /** A row by its label; rows are recycled and keep stale text, so only their accessible name is right. */
  row(label: string): Locator {
    const quoted = label.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    const row = '.quick-input-list .monaco-list-row';
    return this.widget.locator(`${row}[aria-label="${quoted}"], ${row}[aria-label^="${quoted},"]`).first();
  }

  /** Accessible names of the visible rows, once there is one: label, then description and detail after commas. */
  async rows(): Promise<string[]> {
    const rows = this.widget.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    return rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  async title(): Promise<string> {
    return (await this.widget.locator('.quick-input-title').innerText()).trim();
  }

  /** What stands under the input box: the prompt, or what validation says. */
  async message(): Promise<string> {
    const message = this.widget.locator('.quick-input-message').filter({ hasText: /\S/ });
    return (await message.innerText()).trim();
  }

  async waitForMessage(text: string | RegExp, timeout = maxWaitMs): Promise<void> {
    const message = this.widget.locator('.quick-input-message').filter({ hasText: text });
    await message.waitFor({ timeout });
  }

  async placeholder(): Promise<string> {
    await this.input.waitFor();
    return (await this.input.getAttribute('placeholder')) ?? '';
  }

  /** The tree below, which is drawn again, may have taken the focus: then Escape goes there. */
  async cancel(): Promise<void> {
    await eventually('the box to close', async () => {
      if (!(await this.widget.isVisible())) return true;
      await this.input.click({ timeout: tryMs });
      await this.#page.keyboard.press('Escape');
      await this.widget.waitFor({ state: 'hidden', timeout: tryMs });
      return true;
    });
  }

  async #paste(text: string): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.#page.keyboard.insertText(text);
  }

  async #openWith(key: string): Promise<void> {
    if (await this.#inputWithFocus.isVisible()) {
      await this.#page.keyboard.press('Escape');
      await this.widget.waitFor({ state: 'hidden', timeout: tryMs }); // else the next text goes to the one that closes
    }
    await this.#page.keyboard.press(key);
    try {
      await this.#inputWithFocus.waitFor({ timeout: tryMs });
    } catch (error) {
      // A webview that has the focus keeps the key to itself until it is ready.
      await this.#page.locator('.part.statusbar').click({ position: { x: 300, y: 5 }, timeout: tryMs });
      throw error;
    }
  }
}
