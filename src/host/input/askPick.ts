// Quick picks of one item.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import { itemWithoutLinksAndIcons, withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { showQuickInput } from './showQuickInput.ts';

export interface PickItem<T> extends vscode.QuickPickItem {
  /** Undefined: it cannot be chosen. */
  readonly value: T;
  /** Each stands for another value. */
  readonly buttons?: readonly (vscode.QuickInputButton & { readonly value: T })[];
}

export interface PickQuestion<T> {
  readonly title: string;
  readonly placeholder?: string;
  /** The placeholder once everything is loaded and nothing was found. */
  readonly empty?: string;
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  /**
   * Each call of `show` replaces the items, so that a long list can grow. `signal` aborts when the box closes. Resolves with
   * a placeholder for what could not be loaded, if there is something to say of it.
   */
  readonly load: (
    show: (items: readonly PickItem<T>[]) => void,
    signal: AbortSignal,
  ) => Promise<string | undefined | void>;
  /** Finds and orders items for the typed text, instead of the editor's own filter. */
  readonly search?: (text: string) => readonly PickItem<T>[];
  /** An extra item for the typed text, such as an address that is in no list; the filter does not hide it. */
  readonly typed?: (text: string) => PickItem<T> | undefined;
}

/** Undefined if the person canceled. Throws what `load` throws. */
export function askPick<T>(question: PickQuestion<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => void new PickList(question, { resolve, reject }).show());
}

interface Outcome<T> {
  readonly resolve: (value: T | undefined) => void;
  readonly reject: (error: unknown) => void;
}

class PickList<T> {
  readonly #question: PickQuestion<T>;
  readonly #outcome: Outcome<T>;
  readonly #store = new DisposableStore();
  readonly #pick = this.#store.add(vscode.window.createQuickPick<PickItem<T>>());
  readonly #closed = new AbortController();
  #loaded: readonly PickItem<T>[] = [];

  constructor(question: PickQuestion<T>, outcome: Outcome<T>) {
    this.#question = question;
    this.#outcome = outcome;
    const pick = this.#pick;
    pick.title = withoutLinksAndIcons(question.title);
    pick.placeholder = question.placeholder;
    pick.step = question.step;
    pick.totalSteps = question.totalSteps;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    keepOrder(pick);
    if (question.search) this.#store.add(pick.onDidChangeValue(() => this.#showBest()));
    else if (question.typed) this.#store.add(pick.onDidChangeValue(() => this.#showItems()));
    this.#store.add(pick.onDidAccept(() => this.#accept()));
    this.#store.add(
      pick.onDidTriggerItemButton(({ item, button }) =>
        this.#choose(item.buttons?.find((one) => one === button)?.value),
      ),
    );
    this.#store.add(pick.onDidHide(() => this.#close()));
  }

  /** Resolves once everything is loaded. */
  async show(): Promise<void> {
    const { load, empty } = this.#question;
    this.#pick.busy = true;
    showQuickInput(this.#pick, this.#store);
    try {
      const note = await load((items) => {
        this.#loaded = items.map(itemWithoutLinksAndIcons);
        if (!this.#closed.signal.aborted) this.#showItems();
      }, this.#closed.signal);
      this.#pick.busy = false;
      const placeholder = note ?? (this.#loaded.length === 0 ? empty : undefined);
      if (placeholder !== undefined) this.#pick.placeholder = placeholder;
    } catch (error) {
      this.#outcome.reject(error);
      this.#close();
    }
  }

  /** The active item stays active where it is still there. */
  #showItems(): void {
    const pick = this.#pick;
    const matching = this.#matching();
    const extra = pick.value.trim() === '' ? undefined : this.#question.typed?.(pick.value);
    const active = pick.activeItems[0]?.value;
    const isOther = replaceItems(
      pick,
      extra ? [{ ...itemWithoutLinksAndIcons(extra), alwaysShow: true }, ...matching] : matching,
    );
    if (!isOther || active === undefined) return;
    const same = pick.items.find((item) => isDeepStrictEqual(item.value, active));
    if (same) pick.activeItems = [same];
  }

  #showBest(): void {
    this.#showItems();
    this.#pick.activeItems = this.#pick.items.slice(0, 1);
  }

  #matching(): readonly PickItem<T>[] {
    const { search } = this.#question;
    if (!search || this.#pick.value.trim() === '') return this.#loaded;
    return search(this.#pick.value).map((item) => ({ ...itemWithoutLinksAndIcons(item), alwaysShow: true }));
  }

  #accept(): void {
    // VS Code may have no item for what was typed just now.
    const [item = this.#pick.items.find(({ alwaysShow }) => alwaysShow)] = this.#pick.selectedItems;
    this.#choose(item?.value);
  }

  #choose(value: T | undefined): void {
    if (value === undefined) return;
    this.#outcome.resolve(value);
    this.#close();
  }

  /** Not by `hide`, as in askText.ts. */
  #close(): void {
    this.#closed.abort();
    this.#store.dispose();
    this.#outcome.resolve(undefined); // no effect after an answer
  }
}

/**
 * Sets items if they differ from those that are shown. VS Code draws each list that is set anew, and knows what was
 * clicked by its place in the list that was set last: a click at that moment is lost, or means another item.
 * @returns whether they differ
 */
export function replaceItems<T extends vscode.QuickPickItem>(
  pick: vscode.QuickPick<T>,
  items: readonly T[],
): boolean {
  if (isDeepStrictEqual(pick.items, items)) return false;
  pick.items = items;
  return true;
}

/** Not in the API's types, but a property of every quick pick: without it the editor sorts by label. */
export function keepOrder(pick: vscode.QuickPick<vscode.QuickPickItem>): void {
  Object.assign(pick, { sortByLabel: false });
}

/** A quick pick of items that are loaded already. */
export function askPickOf<T>(
  items: readonly PickItem<T>[],
  question: Omit<PickQuestion<T>, 'load'>,
): Promise<T | undefined> {
  return askPick({
    ...question,
    load: async (show) => {
      show(items);
    },
  });
}
