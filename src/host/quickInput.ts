// Input boxes and quick picks. A box stays open, with its text, until the answer is accepted.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { DisposableStore } from './disposables.ts';
import { itemWithoutMarkup, withoutMarkup } from './withoutMarkup.ts';
import { showQuickInput } from './showQuickInput.ts';

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

export interface TextQuestion<T> {
  readonly title: string;
  readonly prompt?: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isPassword?: boolean;
  /** A button in the title that opens a page of the web. */
  readonly page?: { readonly title: string; readonly url: string };
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  /** Runs on each key press. @returns the problem */
  readonly check?: (typed: string) => string | undefined;
  /**
   * Runs on Enter and may call the service. A failed answer keeps the box open; `report` shows a sentence under it
   * meanwhile.
   */
  readonly submit: (
    typed: string,
    signal: AbortSignal,
    report: (text: string) => void,
  ) => Promise<Answer<T>> | Answer<T>;
}

/** Undefined where the person cancelled, which aborts a running `submit`. */
export function askText<T>(question: TextQuestion<T>): Promise<T | undefined> {
  return new Promise((resolve) => void new TextBox(question, resolve).show());
}

class TextBox<T> {
  readonly #question: TextQuestion<T>;
  readonly #resolve: (value: T | undefined) => void;
  readonly #store = new DisposableStore();
  readonly #input = this.#store.add(vscode.window.createInputBox());
  readonly #closed = new AbortController();

  constructor(question: TextQuestion<T>, resolve: (value: T | undefined) => void) {
    this.#question = question;
    this.#resolve = resolve;
    const input = this.#input;
    input.title = withoutMarkup(question.title);
    input.prompt = question.prompt && withoutMarkup(question.prompt);
    input.placeholder = question.placeholder;
    input.value = question.value ?? '';
    this.#check(input.value);
    input.password = question.isPassword ?? false;
    input.step = question.step;
    input.totalSteps = question.totalSteps;
    this.#offerPage();
    input.ignoreFocusOut = true; // people switch windows to copy a key or an address
    this.#store.add(input.onDidChangeValue((typed) => this.#check(typed)));
    this.#store.add(input.onDidAccept(() => void this.#accept()));
    this.#store.add(input.onDidHide(() => this.#close()));
  }

  async show(): Promise<void> {
    await showQuickInput(this.#input, this.#store);
  }

  #offerPage(): void {
    const { page } = this.#question;
    if (!page) return;
    this.#input.buttons = [{ iconPath: new vscode.ThemeIcon('link-external'), tooltip: page.title }];
    const open = (): Thenable<boolean> => vscode.env.openExternal(vscode.Uri.parse(page.url, true));
    this.#store.add(this.#input.onDidTriggerButton(() => void open()));
  }

  #check(typed: string): void {
    this.#input.validationMessage = typed === '' ? undefined : this.#question.check?.(typed);
  }

  async #accept(): Promise<void> {
    const input = this.#input;
    const message = this.#question.check?.(input.value);
    input.validationMessage = message;
    if (message !== undefined || input.busy) return;
    input.busy = true;
    input.enabled = false;
    const answer = await this.#submit(input.value);
    input.busy = false;
    input.enabled = true;
    if (this.#closed.signal.aborted) return;
    if (answer.ok) {
      this.#resolve(answer.value);
      this.#close();
    } else {
      input.validationMessage = withoutMarkup(answer.message);
      input.show(); // disabling it moved the focus away
    }
  }

  async #submit(typed: string): Promise<Answer<T>> {
    try {
      return await this.#question.submit(typed, this.#closed.signal, (text) => this.#report(text));
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  #report(message: string): void {
    if (this.#closed.signal.aborted) return;
    this.#input.validationMessage = { message, severity: vscode.InputBoxValidationSeverity.Info };
  }

  /** With `hide` it would count as open until VS Code answers, and the tree would not get the focus. */
  #close(): void {
    this.#closed.abort();
    this.#store.dispose();
    this.#resolve(undefined); // no effect after an answer
  }
}

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
  /** Each call of `show` replaces the items, so that a long list can grow. `signal` aborts when the box closes. */
  readonly load: (show: (items: readonly PickItem<T>[]) => void, signal: AbortSignal) => Promise<void>;
  /** Finds and orders items for the typed text, instead of the editor's own filter. */
  readonly search?: (text: string) => readonly PickItem<T>[];
  /** An extra item for the typed text, such as an address that is in no list; the filter does not hide it. */
  readonly typed?: (text: string) => PickItem<T> | undefined;
}

/** Undefined where the person cancelled. Throws what `load` throws. */
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
    pick.title = withoutMarkup(question.title);
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
    await showQuickInput(this.#pick, this.#store);
    try {
      await load((items) => {
        this.#loaded = items.map(itemWithoutMarkup);
        if (!this.#closed.signal.aborted) this.#showItems();
      }, this.#closed.signal);
      this.#pick.busy = false;
      if (this.#loaded.length === 0 && empty !== undefined) this.#pick.placeholder = empty;
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
      extra ? [{ ...itemWithoutMarkup(extra), alwaysShow: true }, ...matching] : matching,
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
    return search(this.#pick.value).map((item) => ({ ...itemWithoutMarkup(item), alwaysShow: true }));
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

  /** Not by `hide`, as a text box. */
  #close(): void {
    this.#closed.abort();
    this.#store.dispose();
    this.#outcome.resolve(undefined); // no effect after an answer
  }
}

/**
 * Sets items where they differ from those that are shown. VS Code draws each list that is set anew, and knows what was
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
