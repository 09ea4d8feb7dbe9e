import type * as vscode from 'vscode';
import type { KeyArgument } from '#manifest.ts';

/**
 * The selected and the focused items of a tree. The editor reports the selection only, so a keybinding runs
 * `list.toggleSelection` first: the item that this changed has the focus. `list.select` would open or collapse it. Where
 * several are selected the keybinding toggles it back; the editor still counts those that have left the tree, and
 * reports what is really selected with that.
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

  /**
   * For a keybinding: the item it was pressed on, which becomes the only selected one, or all that are selected where
   * there are several. Call it once per key press.
   */
  get(key?: KeyArgument): readonly T[] {
    const { selection } = this.#view;
    if (key === undefined || (key === 'selected' && selection.length > 1)) return selection;
    const focused = this.#toggled();
    if (!focused) return selection;
    this.#selectOnly(focused);
    return [focused];
  }

  /** What the last toggle added, else what it removed. Others may have left the tree since. */
  #toggled(): T | undefined {
    const added = itemsNotIn(this.#current, this.#previous);
    const changed = added.length > 0 ? added : itemsNotIn(this.#previous, this.#current);
    return changed.length === 1 ? changed[0] : undefined;
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
