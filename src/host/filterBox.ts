// A box that filters something while a person types.
import * as vscode from 'vscode';
import { DisposableStore } from './disposables.ts';
import { plainItem, plainText } from './plainText.ts';
import { keepOrder } from './quickInput.ts';

export interface FilterRow {
  readonly label: string;
  readonly description?: string;
  /** What the box holds once the row is chosen; undefined: the box closes. */
  readonly completion?: string;
}

export interface FilterBox {
  readonly title: string;
  readonly placeholder: string;
  readonly value: string;
  readonly clearTitle: string;
  /** Called after each pause in typing. */
  readonly onType: (text: string) => void;
  readonly rowsFor: (text: string) => readonly FilterRow[];
  /** What `rowsFor` returns may have changed. */
  readonly onDidChange: (listener: () => void) => { dispose(): void };
}

/** Shorter than a person notices, longer than between two keys. */
const pauseMs = 80;

/** Resolves once the box is closed, by whatever: VS Code does not say whether by Escape or by a click on what was found. */
export function showFilterBox(box: FilterBox): Promise<void> {
  return new Promise((resolve) => {
    const store = new DisposableStore();
    const pick = store.add(vscode.window.createQuickPick<vscode.QuickPickItem & FilterRow>());
    pick.title = plainText(box.title);
    pick.placeholder = box.placeholder;
    pick.value = box.value;
    pick.buttons = [{ iconPath: new vscode.ThemeIcon('clear-all'), tooltip: box.clearTitle }];
    keepOrder(pick);
    const show = () => {
      const active = pick.activeItems[0]?.label;
      pick.items = box.rowsFor(pick.value).map((row) => ({ ...plainItem(row), alwaysShow: true }));
      pick.activeItems = pick.items.filter(({ label }, index) => label === active || index === 0).slice(-1);
    };
    let timer: NodeJS.Timeout | undefined;
    const type = () => {
      clearTimeout(timer);
      timer = undefined;
      box.onType(pick.value);
      show();
    };
    const setValue = (value: string) => {
      pick.value = value;
      type();
    };
    store.add({ dispose: () => clearTimeout(timer) });
    store.add(
      pick.onDidChangeValue(() => {
        clearTimeout(timer);
        timer = setTimeout(type, pauseMs);
      }),
    );
    store.add(box.onDidChange(() => timer === undefined && show()));
    store.add(pick.onDidTriggerButton(() => setValue('')));
    store.add(
      pick.onDidAccept(() => {
        // VS Code may still have an item of the text before active, whose completion would bring that text back.
        const label = pick.activeItems[0]?.label;
        const completion = pick.items.find((item) => item.label === label)?.completion;
        if (completion !== undefined) return setValue(completion);
        pick.hide();
      }),
    );
    store.add(
      pick.onDidHide(() => {
        if (timer !== undefined) type();
        store.dispose();
        resolve();
      }),
    );
    show();
    pick.show();
  });
}
