import type { Locator, Page } from 'playwright-core';
import { eventually, tryMs } from './eventually.ts';

/** For the person's key bindings: VS Code has none for it. */
export const clearNotifications = {
  key: 'ctrl+alt+shift+f7',
  press: 'Control+Alt+Shift+F7',
  command: 'notifications.clearAll',
};

/** The messages at the bottom right, and their buttons. */
export class Notifications {
  readonly #page: Page;
  readonly #toasts: Locator;
  /** The bell while it has a message that was not shown. */
  readonly #bell: Locator;

  constructor(page: Page) {
    this.#page = page;
    const list = '.notification-list-item';
    this.#toasts = page.locator(`.notifications-toasts ${list}, .notifications-center.visible ${list}`);
    this.#bell = page
      .locator('.statusbar-item a:has(.codicon-bell-dot), .statusbar-item .codicon-bell-dot')
      .first();
  }

  /** The whole text of the first message that contains `text`; waits for it. */
  async wait(text: string | RegExp): Promise<string> {
    const toast = await this.#shown(text);
    return (await toast.locator('.notification-list-item-message').innerText()).trim();
  }

  /** Presses a button of the message that contains `text`, or a link in it. */
  async press(text: string | RegExp, button: string): Promise<void> {
    const toast = await this.#shown(text);
    await toast.hover(); // buttons of a collapsed message show on hover
    await toast
      .locator('.notification-list-item-buttons-container .monaco-button', { hasText: button })
      .or(toast.locator('.notification-list-item-message a', { hasText: button }))
      .first()
      .click();
  }

  async waitGone(text: string | RegExp): Promise<void> {
    await this.#toast(text).waitFor({ state: 'hidden' });
  }

  /** Names of the links and then the buttons of the message that contains `text`. */
  async buttons(text: string | RegExp): Promise<string[]> {
    const toast = this.#toast(text);
    await toast.waitFor();
    const links = await toast.locator('.notification-list-item-message a').allInnerTexts();
    const buttons = toast.locator('.notification-list-item-buttons-container .monaco-button');
    return [...links, ...(await buttons.allInnerTexts())];
  }

  /** What shows at this moment. */
  async texts(): Promise<string[]> {
    const texts = await this.#toasts.locator('.notification-list-item-message').allInnerTexts();
    return texts.map((text) => text.trim());
  }

  /** Closes every message, also those that no longer show and that the bell still has. */
  async dismissAll(): Promise<void> {
    const timeout = tryMs; // one may close by itself between any two steps
    await eventually('every message to be closed', async () => {
      await this.#page.keyboard.press(clearNotifications.press);
      if ((await this.#toasts.count()) === 0) return true;
      const cancel = this.#toasts.first().locator('.monaco-button', { hasText: /^(Cancel|Close)$/ }); // of one that shows progress
      if (await cancel.isVisible()) await cancel.click({ timeout });
      return (await this.#toasts.count()) === 0;
    });
  }

  /** VS Code shows no message that comes too soon after three others: as a person does, looks behind the bell. */
  async #shown(text: string | RegExp): Promise<Locator> {
    const toast = this.#toast(text);
    await eventually(`the message “${text}”`, async () => {
      const isShown = await toast.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
      if (isShown) return true;
      if (await this.#bell.isVisible()) await this.#bell.click({ timeout: tryMs });
      throw new Error(`there is ${JSON.stringify(await this.texts())}`); // the cause, if it never comes
    });
    return toast;
  }

  #toast(text: string | RegExp): Locator {
    return this.#toasts.filter({ hasText: text }).first();
  }
}
