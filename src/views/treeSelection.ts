import type * as vscode from 'vscode';
import type { KeyArgument } from '#manifest.ts';

/**
 * What is selected in a tree, and what the keyboard stands on. The editor tells of the selection alone, so that a
 * keybinding calls `list.toggleSelection` first: what that has changed is what has the focus. Its `list.select` would
 * open the item as a click does, or collapse it.
 */
export class TreeSelection<T extends { readonly id: string }> implements vscode.Disposable {
  readonly #view: vscode.TreeView<T>;
  readonly #subscription: vscode.Disposable;
  #before: readonly T[] = [];
  #now: readonly T[];

  constructor(view: vscode.TreeView<T>) {
    this.#view = view;
    this.#now = view.selection;
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#before = this.#now;
      this.#now = selection;
    });
  }

  /** For a key: what it was pressed on, which is selected alone from then on; ask once. */
  get(key?: KeyArgument): readonly T[] {
    if (key !== 'focused') return this.#view.selection;
    const changed = [...without(this.#before, this.#now), ...without(this.#now, this.#before)];
    const [focused] = changed;
    if (!focused || changed.length > 1) return this.#view.selection;
    this.#view.reveal(focused, { select: true, focus: true }).then(undefined, () => undefined); // it has left the tree
    return [focused];
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function without<T extends { readonly id: string }>(items: readonly T[], others: readonly T[]): readonly T[] {
  const ids = new Set(others.map(({ id }) => id));
  return items.filter(({ id }) => !ids.has(id));
}
