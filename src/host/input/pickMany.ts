// A quick pick of several items, which stays open until the choice is accepted.
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import { itemWithoutLinksAndIcons, withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { keepOrder, type PickItem, type PickQuestion, replaceItems } from './askPick.ts';
import { showQuickInput } from './showQuickInput.ts';

export interface PickManyQuestion<T> extends Pick<
  PickQuestion<T>,
  'title' | 'placeholder' | 'empty' | 'load'
> {
  /** Asked once everything is loaded. @returns a sentence about what is not offered, for the title */
  readonly leftOut: () => string | undefined;
  /** Runs on Enter. @returns the problem */
  readonly check: (chosen: readonly T[]) => string | undefined;
}

/** Undefined if the person canceled. Throws what `load` throws. */
export async function askPickMany<T>(question: PickManyQuestion<T>): Promise<readonly T[] | undefined> {
  const store = new DisposableStore();
  const closed = new AbortController();
  const pick = store.add(vscode.window.createQuickPick<PickItem<T>>());
  let title = withoutLinksAndIcons(question.title);
  Object.assign(pick, { title, canSelectMany: true, matchOnDescription: true, busy: true });
  pick.ignoreFocusOut = true; // what was picked would be lost
  pick.placeholder = question.placeholder;
  keepOrder(pick);
  const chosen = new Promise<readonly T[] | undefined>((resolve) => {
    store.add(pick.onDidHide(() => resolve(undefined)));
    store.add(pick.onDidChangeSelection(() => (pick.title = title)));
    store.add(
      pick.onDidAccept(() => {
        const values = pick.selectedItems.map(({ value }) => value);
        const problem = question.check(values);
        if (problem === undefined) resolve(values);
        else pick.title = withoutLinksAndIcons(problem);
      }),
    );
  });
  const load = async () => {
    await question.load((items) => !closed.signal.aborted && show(pick, items), closed.signal);
    pick.busy = false;
    const leftOut = question.leftOut();
    if (leftOut !== undefined) pick.title = title = withoutLinksAndIcons(`${question.title} · ${leftOut}`);
    if (pick.items.length === 0) pick.placeholder = question.empty ?? pick.placeholder;
    return chosen;
  };
  try {
    showQuickInput(pick, store);
    return await Promise.race([chosen, load()]);
  } finally {
    closed.abort();
    store.dispose();
  }
}

/** A quick pick of several items that are loaded already. Undefined if the person canceled. */
export async function askSeveralOf<T>(
  items: readonly PickItem<T>[],
  { title, placeholder }: { readonly title: string; readonly placeholder: string },
): Promise<readonly T[] | undefined> {
  const picked = await vscode.window.showQuickPick(items.map(itemWithoutLinksAndIcons), {
    title: withoutLinksAndIcons(title),
    placeHolder: placeholder,
    canPickMany: true,
    ignoreFocusOut: true, // what was picked would be lost
    matchOnDescription: true,
  });
  return picked?.map(({ value }) => value);
}

/** What is selected stays selected. */
function show<T>(pick: vscode.QuickPick<PickItem<T>>, items: readonly PickItem<T>[]): void {
  const selected = new Set(pick.selectedItems.map(({ value }) => JSON.stringify(value)));
  if (!replaceItems(pick, items.map(itemWithoutLinksAndIcons)) || selected.size === 0) return;
  pick.selectedItems = pick.items.filter(({ value }) => selected.has(JSON.stringify(value)));
}
