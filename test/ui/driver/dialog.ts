import type { Locator, Page } from 'playwright-core';

/** The modal dialog that asks before something happens. */
export class Dialog {
  readonly box: Locator;

  constructor(page: Page) {
    this.box = page.locator('.monaco-dialog-box');
  }

  /** Message and detail; waits for the dialog. */
  async text(): Promise<string> {
    return (await this.box.locator('.dialog-message-container').innerText()).trim();
  }

  async buttons(): Promise<string[]> {
    await this.box.waitFor();
    return this.box.locator('.dialog-buttons .monaco-button').allInnerTexts();
  }

  async press(button: string): Promise<void> {
    await this.pressBeforeAnother(button);
    await this.box.waitFor({ state: 'hidden' });
  }

  /** Presses a button that another dialog follows at once. */
  async pressBeforeAnother(button: string): Promise<void> {
    const name = button.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    const whole = new RegExp(`^\\s*${name}\\s*$`); // “Save” is a part of “Don't Save”
    await this.box.locator('.dialog-buttons .monaco-button', { hasText: whole }).first().click();
  }
}
