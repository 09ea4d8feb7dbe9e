import type { Locator, Page } from 'playwright-core';
import { eventually, tryMs } from './eventually.ts';

/** One tree view. A tree holds only the items that show: make room or scroll for others. */
export class Tree {
  readonly #page: Page;
  readonly root: Locator;

  /** @param name the view's name */
  constructor(page: Page, name: string) {
    this.#page = page;
    this.root = page.locator(`[role=tree][aria-label^="${name}"]`);
  }

  /** The item with exactly this label; the first if there are several. */
  item(label: string): Locator {
    const text = label.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    // In parts, where some of its words are marked.
    const name = this.#page.locator('.label-name').filter({ hasText: new RegExp(`^\\s*${text}\\s*$`) });
    return this.root.locator('[role=treeitem]').filter({ has: name }).first();
  }

  async waitFor(label: string): Promise<void> {
    await this.item(label).waitFor();
  }

  async waitGone(label: string): Promise<void> {
    await this.item(label).waitFor({ state: 'detached' });
  }

  /** Accessible names of the items that show, top to bottom, once the tree has come to rest. */
  async labels(): Promise<string[]> {
    let labels = await this.#labelsNow();
    await eventually('the tree to come to rest', async () => {
      const before = labels;
      labels = await this.#labelsNow();
      return labels.join('\n') === before.join('\n');
    });
    return labels;
  }

  /** Clicks an item until it is selected, or went because of the click: a click is lost if the tree redraws at that moment. */
  async click(label: string): Promise<void> {
    await this.#clickUntilSelected(label, (target) => target.click({ timeout: tryMs }));
  }

  async doubleClick(label: string): Promise<void> {
    await this.#clickUntilSelected(label, (target) => target.dblclick({ timeout: tryMs }));
  }

  async #clickUntilSelected(label: string, click: Act): Promise<void> {
    const item = this.item(label);
    let isClicked = false;
    await eventually(`"${label}" to take a click`, async () => {
      if (isClicked && (await item.count()) === 0) return true;
      await this.#aim(label, click);
      isClicked = true;
      // It may disappear between two reads; then the next try finds it gone.
      return (
        (await item.count()) === 0 ||
        (await item.getAttribute('aria-selected', { timeout: tryMs })) === 'true'
      );
    });
  }

  /** Selects several items, and nothing else: a tree that redraws at that moment lets a click hit another item. */
  async select(...labels: string[]): Promise<void> {
    const [first = '', ...others] = labels;
    const selected = this.root.locator('[role=treeitem][aria-selected=true]');
    const areSelected = async () => {
      const states = labels.map((label) =>
        this.item(label).getAttribute('aria-selected', { timeout: tryMs }),
      );
      const isEach = (await Promise.all(states)).every((state) => state === 'true');
      return isEach && (await selected.count()) === labels.length;
    };
    await eventually(`${labels.join(', ')} to be selected`, async () => {
      await this.click(first);
      for (const other of others)
        await this.#aim(other, (target) => target.click({ modifiers: ['ControlOrMeta'], timeout: tryMs }));
      await eventually('nothing else to be selected', areSelected, tryMs);
      return true;
    });
  }

  /** Expands items from the root downwards, each by its label. */
  async expand(...labels: string[]): Promise<void> {
    for (const label of labels) await this.#setExpanded(label, true);
  }

  async collapse(label: string): Promise<void> {
    await this.#setExpanded(label, false);
  }

  async collapseAll(): Promise<void> {
    const button = this.#page.locator('.part.sidebar .action-label[aria-label^="Collapse"]').first();
    const open = this.root.locator('[role=treeitem][aria-expanded=true]');
    // What a command shows at this moment expands the tree again.
    await eventually('the tree to be collapsed', async () => {
      await button.click({ timeout: tryMs });
      await eventually('no item to be expanded', async () => (await open.count()) === 0, tryMs);
      return true;
    });
  }

  /** Leaves nothing selected. */
  async clearSelection(): Promise<void> {
    await this.#enter();
    const selected = this.root.locator('[role=treeitem][aria-selected=true]');
    // Escape clears a filter instead, also one that has just been cleared.
    await eventually('nothing to be selected', async () => {
      await this.#page.keyboard.press('Escape');
      return (await selected.count()) === 0;
    });
  }

  /** The grey text after the label. */
  async description(label: string): Promise<string> {
    return (await this.item(label).locator('.label-description').innerText()).trim();
  }

  async waitForDescription(label: string, text: RegExp): Promise<void> {
    await eventually(`"${label}" to be described by ${text}`, async () =>
      text.test((await this.description(label)).replaceAll('\u00a0', ' ')),
    );
  }

  /** Waits until an item has a codicon, such as `pinned`. */
  async waitForIcon(label: string, icon: string): Promise<void> {
    await this.item(label).locator(`.codicon-${icon}`).first().waitFor();
  }

  /** Labels of the items one level below an expanded one that show. */
  async childrenOf(label: string): Promise<string[]> {
    const level = Number(await this.item(label).getAttribute('aria-level'));
    const names: string[] = [];
    await eventually(`"${label}" to have children`, async () => {
      const items = await this.#itemsNow();
      const index = items.findIndex((item) => item.name === label);
      names.length = 0;
      for (const item of items.slice(index + 1)) {
        if (item.level <= level) break;
        if (item.level === level + 1) names.push(item.name);
      }
      return index >= 0 && names.length > 0;
    });
    return names;
  }

  /**
   * Presses a key on an item, such as F2 or Delete.
   * @param opens what it opens: an item that is drawn again at that moment drops the key, which is pressed again then
   */
  async press(label: string, key: string, opens?: Locator): Promise<void> {
    const press = async (): Promise<void> => {
      await this.#focus(label);
      await this.#page.keyboard.press(key);
    };
    if (!opens) return press();
    let tries = 0;
    await eventually(`what ${key} opens for "${label}"`, async () => {
      const isLate = ++tries > 1 && (await opens.isVisible());
      if (!isLate) await press();
      await opens.waitFor({ timeout: tryMs });
      return true;
    });
  }

  /** Presses an inline button of an item by its accessible name. @param buttons names, of which the item has one */
  async pressButton(label: string, ...buttons: readonly string[]): Promise<void> {
    const item = this.item(label);
    const names = buttons.map((button) => `.actions .action-label[aria-label^="${button}"]`).join(', ');
    // An item that redraws at this moment hides its buttons until the pointer moves again.
    await eventually(`"${buttons.join('" or "')}" beside "${label}"`, async () => {
      await this.#uncovered(() => item.hover({ timeout: tryMs }));
      await item.locator(names).first().click({ timeout: tryMs });
      return true;
    });
  }

  /** Names of the entries of an item's context menu, or of a submenu of it, in order. */
  async menu(label: string, submenu?: string): Promise<string[]> {
    let names: string[] = [];
    const inSubmenu = this.#page.locator('.context-view .monaco-submenu .action-label[aria-label]');
    // A tree that redraws at this moment closes the menu.
    await eventually(`the entries of the menu of "${label}"`, async () => {
      const menu = await this.#openMenu(label);
      if (submenu !== undefined) {
        await menu.locator(`.action-label[aria-label^="${submenu}"]`).click({ timeout: tryMs });
        await inSubmenu.first().waitFor({ timeout: tryMs });
      }
      names = await (
        submenu === undefined ? menu.locator('.action-label[aria-label]') : inSubmenu
      ).evaluateAll((entries) => entries.flatMap((entry) => entry.getAttribute('aria-label') || []));
      return names.length > 0;
    });
    await this.#closeMenu();
    return names;
  }

  /** Chooses from an item's context menu. @param path the entry, behind the submenu that it is in */
  async choose(label: string, ...path: readonly string[]): Promise<void> {
    // A tree that redraws at this moment closes the menu.
    await eventually(`"${path.join(', ')}" in the menu of "${label}"`, async () => {
      const menu = await this.#openMenu(label);
      for (const entry of path) {
        const action = menu
          .locator('.action-item')
          .filter({ has: this.#page.locator(`.action-label[aria-label^="${entry}"]`) })
          .last(); // that of a submenu is behind the one that opens it
        await action.hover({ timeout: tryMs });
        await action.click({ timeout: tryMs });
      }
      await menu.waitFor({ state: 'hidden', timeout: tryMs }); // in its first 100 ms a menu takes no click
      return true;
    });
  }

  /** The innermost menu that shows. */
  #menu(): Locator {
    return this.#page.locator('.context-view .monaco-menu').last(); // in a shadow root, which CSS here looks into
  }

  /** Each Escape closes one menu, and a submenu below the pointer opens again. */
  async #closeMenu(): Promise<void> {
    await eventually('the menu to close', async () => {
      if (!(await this.#menu().isVisible())) return true;
      await this.#page.keyboard.press('Escape');
      return false;
    });
  }

  async #openMenu(label: string): Promise<Locator> {
    const menu = this.#menu();
    // The click is lost if the tree redraws at this moment.
    await eventually(`the menu of "${label}"`, async () => {
      await this.#closeMenu(); // one of an earlier try, without the entry
      await this.#page.mouse.move(1, 1); // a hover of an item above would lie on this one
      await this.#aim(label, (target) => target.click({ button: 'right', timeout: tryMs }));
      await menu.waitFor({ timeout: tryMs });
      return true;
    });
    return menu;
  }

  /** Walks to an item with the keyboard: the arrow keys move the focus and select nothing. */
  async #focus(label: string): Promise<void> {
    const item = this.item(label);
    await item.waitFor();
    await this.#enter();
    const focused = item.and(this.root.locator('.focused'));
    const steps = (await item.count()) > 0 ? await item.evaluate(stepsFromFocused) : 0;
    const key = steps < 0 ? 'ArrowUp' : 'ArrowDown';
    for (let step = 0; step < Math.abs(steps); step++) await this.#page.keyboard.press(key);
    // Where nothing had the focus, or the item was not drawn, or has moved meanwhile.
    if ((await focused.count()) === 0) await this.#page.keyboard.press('Home');
    await eventually(`"${label}" to have the focus`, async () => {
      if ((await focused.count()) > 0) return true;
      await this.#page.keyboard.press('ArrowDown');
      return false;
    });
  }

  /** Something was revealed above it, late, and it is below what shows. */
  async #scrollTo(item: Locator): Promise<void> {
    await this.#enter();
    await this.#page.keyboard.press('Home');
    await eventually(
      'the item to show',
      async () => {
        if ((await item.count()) > 0) return true;
        await this.#page.keyboard.press('ArrowDown');
        return false;
      },
      tryMs,
    );
  }

  /** Brings the keyboard into the tree by VS Code's own key, which also scrolls to what is selected. */
  async #enter(): Promise<void> {
    // A box that is still closing would take the next keys, and hand the focus back later.
    await this.#page.locator('.quick-input-widget:visible').waitFor({ state: 'hidden' });
    const hasFocus = () => this.root.evaluate((root) => root.contains(document.activeElement));
    // An editor that is still opening takes the focus back.
    await eventually('the tree to have the focus', async () => {
      if (await hasFocus()) return true;
      await this.#page.keyboard.press('ControlOrMeta+0');
      await eventually('the key to reach the tree', hasFocus, tryMs);
      return true;
    });
  }

  async #labelsNow(): Promise<string[]> {
    return (await this.#itemsNow()).map(({ label }) => label);
  }

  /** What shows, top to bottom; in the document items are in the order in which they were drawn. */
  async #itemsNow(): Promise<
    readonly { readonly label: string; readonly name: string; readonly level: number }[]
  > {
    const items = await this.root.locator('[role=treeitem]').evaluateAll((all) =>
      all
        .map((item) => ({
          top: item.getBoundingClientRect().top,
          label: item.getAttribute('aria-label') ?? '',
          name: item.querySelector('.label-name')?.textContent ?? '',
          level: Number(item.getAttribute('aria-level')),
        }))
        .toSorted((a, b) => a.top - b.top),
    );
    return items.map(({ label, name, level }) => ({
      label: label.trim(),
      name: name.replaceAll('\u00a0', ' ').trim(),
      level,
    }));
  }

  /** Clicks the twistie until it turns: a tree that redraws at that moment lets the click hit another item. */
  async #setExpanded(label: string, wanted: boolean): Promise<void> {
    const item = this.item(label);
    const isSo = async () =>
      (await item.getAttribute('aria-expanded', { timeout: tryMs })) === String(wanted);
    await eventually(`"${label}" to ${wanted ? 'expand' : 'collapse'}`, async () => {
      await item.waitFor({ timeout: tryMs }).catch(() => this.#scrollTo(item));
      if (await isSo()) return true;
      await this.#uncovered(() => item.locator('.monaco-tl-twistie').click({ timeout: tryMs }));
      await eventually('the twistie to turn', isSo, tryMs);
      return true;
    });
  }

  /** The tooltip of a row covers those below it until the pointer leaves that row, which it does before the next try. */
  async #uncovered(act: () => Promise<void>): Promise<void> {
    await act().catch(async (error: unknown) => {
      await this.#page.mouse.move(0, 0);
      throw error;
    });
  }

  /**
   * Clicks an item. Where it has moved meanwhile, a person sees it: nothing else is clicked, and this throws. It also throws
   * if the tree redraws between press and release, which is no click.
   */
  async #aim(label: string, click: Act): Promise<void> {
    const ending = await this.root.evaluateHandle(stopClicksOnOthers, label);
    let hit: Hit | undefined;
    try {
      await this.#uncovered(() => click(this.item(label).locator('.monaco-icon-label').first()));
    } finally {
      hit = await ending.evaluate((end) => end());
      await ending.dispose();
    }
    if (hit.other !== undefined) throw new Error(`"${hit.other}" came where "${label}" was`);
    if (!hit.isClicked) throw new Error(`"${label}" was redrawn during the click`);
  }
}

type Act = (target: Locator) => Promise<void>;

interface Hit {
  /** An item that would have been clicked. */
  readonly other: string | undefined;
  readonly isClicked: boolean;
}

/**
 * Runs in the page: VS Code draws another item into the element of one that has moved.
 * @returns ends it
 */
function stopClicksOnOthers(tree: Element, label: string): () => Hit {
  let other: string | undefined;
  let isClicked = false;
  const stop = (event: Event): void => {
    const item = event.target instanceof Element ? event.target.closest('[role=treeitem]') : null;
    if (!item || !tree.contains(item)) return;
    const name = (item.querySelector('.label-name')?.textContent ?? '').replaceAll('\u00a0', ' ').trim();
    if (name === label.trim()) {
      isClicked ||= ['click', 'contextmenu'].includes(event.type);
      return;
    }
    other = name;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'contextmenu'];
  for (const type of types) addEventListener(type, stop, true);
  return () => {
    for (const type of types) removeEventListener(type, stop, true);
    return { other, isClicked };
  };
}

/** How many items further down an item is drawn than the one with the focus; 0 if that is not drawn. */
function stepsFromFocused(item: Element): number {
  const items = [...(item.parentElement?.querySelectorAll(':scope > [role=treeitem]') ?? [])];
  const tops = items.map((one) => one.getBoundingClientRect().top).toSorted((a, b) => a - b);
  const focused = items.find((one) => one.classList.contains('focused'));
  const placeOf = (one: Element) => tops.indexOf(one.getBoundingClientRect().top);
  return focused ? placeOf(item) - placeOf(focused) : 0;
}
