// Input boxes and quick picks. A box stays open, with its text, until the answer is accepted.
import * as vscode from 'vscode';
import { DisposableStore } from './disposables.ts';
import { plainItem, plainText } from './plainText.ts';

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

export interface TextQuestion<T> {
  readonly title: string;
  readonly prompt?: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isPassword?: boolean;
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  /** Validates on each key press. @returns the problem */
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
  return new Promise((resolve) => {
    const store = new DisposableStore();
    const input = store.add(vscode.window.createInputBox());
    const closed = new AbortController();
    input.title = plainText(question.title);
    input.prompt = question.prompt && plainText(question.prompt);
    input.placeholder = question.placeholder;
    input.value = question.value ?? '';
    if (input.value !== '') input.validationMessage = question.check?.(input.value);
    input.password = question.isPassword ?? false;
    input.step = question.step;
    input.totalSteps = question.totalSteps;
    input.ignoreFocusOut = true; // people switch windows to copy a key or an address

    const report = (text: string) => {
      if (!closed.signal.aborted)
        input.validationMessage = { message: text, severity: vscode.InputBoxValidationSeverity.Info };
    };
    const accept = async () => {
      const message = question.check?.(input.value);
      input.validationMessage = message;
      if (message !== undefined || input.busy) return;
      input.busy = true;
      input.enabled = false;
      const answer = await toAnswer(() => question.submit(input.value, closed.signal, report));
      input.busy = false;
      input.enabled = true;
      if (closed.signal.aborted) return;
      if (answer.ok) {
        resolve(answer.value);
        input.hide();
      } else {
        input.validationMessage = plainText(answer.message);
        input.show(); // disabling it moved the focus away
      }
    };
    store.add(
      input.onDidChangeValue(
        (typed) => (input.validationMessage = typed === '' ? undefined : question.check?.(typed)),
      ),
    );
    store.add(input.onDidAccept(() => void accept()));
    store.add(
      input.onDidHide(() => {
        closed.abort();
        store.dispose();
        resolve(undefined); // no effect after an answer
      }),
    );
    input.show();
  });
}

async function toAnswer<T>(submit: () => Promise<Answer<T>> | Answer<T>): Promise<Answer<T>> {
  try {
    return await submit();
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

export interface PickItem<T> extends vscode.QuickPickItem {
  readonly value: T;
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
  return new Promise((resolve, reject) => {
    const store = new DisposableStore();
    const pick = store.add(vscode.window.createQuickPick<PickItem<T>>());
    const closed = new AbortController();
    let loaded: readonly PickItem<T>[] = [];
    pick.title = plainText(question.title);
    pick.placeholder = question.placeholder;
    pick.step = question.step;
    pick.totalSteps = question.totalSteps;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;

    // Not in the API's types, but a property of every quick pick: without it the editor sorts by label again.
    if (question.search) Object.assign(pick, { sortByLabel: false });
    const matching = () =>
      question.search && pick.value.trim() !== ''
        ? question.search(pick.value).map((item) => ({ ...plainItem(item), alwaysShow: true }))
        : loaded;
    const show = () => {
      const items = matching();
      const extra = pick.value.trim() === '' ? undefined : question.typed?.(pick.value);
      const active = pick.activeItems[0]?.value;
      pick.items = extra ? [{ ...plainItem(extra), alwaysShow: true }, ...items] : items;
      const same = pick.items.find((item) => active !== undefined && item.value === active);
      if (same) pick.activeItems = [same];
    };
    const showBest = () => {
      show();
      pick.activeItems = pick.items.slice(0, 1);
    };
    if (question.search) store.add(pick.onDidChangeValue(showBest));
    else if (question.typed) store.add(pick.onDidChangeValue(show));
    store.add(
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (!item) return;
        resolve(item.value);
        pick.hide();
      }),
    );
    store.add(
      pick.onDidHide(() => {
        closed.abort();
        store.dispose();
        resolve(undefined); // no effect after an answer
      }),
    );
    pick.busy = true;
    pick.show();
    question
      .load((items) => {
        loaded = items.map(plainItem);
        if (!closed.signal.aborted) show();
      }, closed.signal)
      .then(
        () => {
          pick.busy = false;
          if (loaded.length === 0 && question.empty !== undefined) pick.placeholder = question.empty;
        },
        (error: unknown) => {
          reject(error);
          pick.hide();
        },
      );
  });
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
