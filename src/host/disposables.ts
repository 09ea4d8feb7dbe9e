// host/ wraps the editor's API. It does not import the model.
/** Disposes of its items, newest first. */
export class DisposableStore {
  readonly #items: { dispose(): unknown }[] = [];
  #isDisposed = false;

  /** Returns its argument. An item added after `dispose` is disposed of immediately. */
  add<T extends { dispose(): unknown }>(item: T): T {
    if (this.#isDisposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const item of this.#items.splice(0).toReversed()) item.dispose();
  }
}
