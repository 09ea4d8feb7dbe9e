// A box that filters something while a person types.
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import { itemWithoutLinksAndIcons, withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { keepOrder, replaceItems } from './askPick.ts';
import { showQuickInput } from './showQuickInput.ts';

export interface FilterRow {
  readonly label: string;
  readonly description?: string;
  /** What the box holds once the row is chosen; undefined: the box closes. */
  readonly completion?: string;
  /** The completion is the whole text: the box closes. */
  readonly isWhole?: boolean;
}

export interface FilterBox {
  readonly title: string;
  readonly placeholder: string;
  readonly value: string;
  readonly clearTitle: string;
  /** Another button. `run` is called once the box is closed. */
  readonly action: { readonly title: string; readonly icon: string; readonly run: () => void };
  /** Called after each pause in typing. */
  readonly onType: (text: string) => void;
  readonly rowsFor: (text: string) => readonly FilterRow[];
  /** What `rowsFor` returns may have changed. */
  readonly onDidChange: (listener: () => void) => { dispose(): void };
}

/** Shorter than a person notices, longer than between two keys. */
const pauseMs = 80;

/** Resolves once the box is closed, with whether a row closed it. */
export function showFilterBox(box: FilterBox): Promise<boolean> {
  return new Promise((resolve) => new FilterPick(box, resolve).show());
}

class FilterPick {
  readonly #box: FilterBox;
  readonly #store = new DisposableStore();
  readonly #pick = this.#store.add(vscode.window.createQuickPick<vscode.QuickPickItem & FilterRow>());
  /** Runs while a person types. */
  #timer: NodeJS.Timeout | undefined;
  #isAccepted = false;
  #afterHide: (() => void) | undefined;

  constructor(box: FilterBox, onClosed: (isAccepted: boolean) => void) {
    this.#box = box;
    const pick = this.#pick;
    pick.title = withoutLinksAndIcons(box.title);
    pick.placeholder = box.placeholder;
    pick.value = box.value;
    const clear = { iconPath: new vscode.ThemeIcon('clear-all'), tooltip: box.clearTitle };
    pick.buttons = [{ iconPath: new vscode.ThemeIcon(box.action.icon), tooltip: box.action.title }, clear];
    keepOrder(pick);
    this.#store.add({ dispose: () => clearTimeout(this.#timer) });
    this.#store.add(box.onDidChange(() => this.#timer === undefined && this.#showRows()));
    this.#store.add(
      pick.onDidTriggerButton((button) => {
        if (button === clear) return this.#setValue('');
        this.#afterHide = box.action.run;
        pick.hide();
      }),
    );
    this.#store.add(pick.onDidAccept(() => this.#accept()));
    this.#store.add(
      pick.onDidChangeValue(() => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#type(), pauseMs);
      }),
    );
    this.#store.add(
      pick.onDidHide(() => {
        if (this.#timer !== undefined) this.#type();
        this.#store.dispose();
        onClosed(this.#isAccepted);
        this.#afterHide?.();
      }),
    );
  }

  show(): void {
    this.#showRows();
    showQuickInput(this.#pick, this.#store);
  }

  #showRows(): void {
    const pick = this.#pick;
    const active = pick.activeItems[0]?.label;
    const rows = this.#box
      .rowsFor(pick.value)
      .map((row) => ({ ...itemWithoutLinksAndIcons(row), alwaysShow: true }));
    if (!replaceItems(pick, rows)) return;
    pick.activeItems = pick.items.filter(({ label }, index) => label === active || index === 0).slice(-1);
  }

  #type(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#box.onType(this.#pick.value);
    this.#showRows();
  }

  #setValue(value: string): void {
    this.#pick.value = value;
    this.#type();
  }

  #accept(): void {
    if (this.#timer !== undefined) this.#type(); // the rows are of the text before
    // VS Code may still have an item of the text before active, whose completion would bring that text back.
    const label = this.#pick.activeItems[0]?.label;
    const row = this.#pick.items.find((item) => item.label === label) ?? this.#pick.items[0];
    if (row?.completion !== undefined) this.#setValue(row.completion);
    if (row?.completion !== undefined && !row.isWhole) return;
    this.#isAccepted = true;
    this.#pick.hide();
  }
}
