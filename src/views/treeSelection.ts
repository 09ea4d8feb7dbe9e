import type * as vscode from 'vscode';
import type { KeyArgument } from '#manifest.ts';

/**
 * The selected and the focused items of a tree. The editor reports the selection only, so a keybinding runs
 * `list.toggleSelection` first: the item that this changed has the focus. `list.select` would open or collapse it.
 */
export class TreeSelection<T extends { readonly id: string }> implements vscode.Disposable {
  readonly #view: vscode.TreeView<T>;
  readonly #subscription: vscode.Disposable;
  #previous: readonly T[] = [];
  #current: readonly T[];

  constructor(view: vscode.TreeView<T>) {
    this.#view = view;
    this.#current = view.selection;
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#previous = this.#current;
      this.#current = selection;
    });
  }

  /** For a keybinding: the item it was pressed on, which becomes the only selected one. Call it once per key press. */
  get(key?: KeyArgument): readonly T[] {
    if (key !== 'focused') return this.#view.selection;
    const changed = [
      ...itemsNotIn(this.#previous, this.#current),
      ...itemsNotIn(this.#current, this.#previous),
    ];
    const [focused] = changed;
    if (!focused || changed.length > 1) return this.#view.selection;
    this.#selectOnly(focused);
    return [focused];
  }

  /** Without the focus, which it has already: a reveal that sets it would take it from the input box that opens next. */
  #selectOnly(item: T): void {
    const selected = this.#view.reveal(item, { select: true, focus: false });
    selected.then(undefined, () => undefined); // it has left the tree
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function itemsNotIn<T extends { readonly id: string }>(
  items: readonly T[],
  others: readonly T[],
): readonly T[] {
  const ids = new Set(others.map(({ id }) => id));
  return items.filter(({ id }) => !ids.has(id));
}
