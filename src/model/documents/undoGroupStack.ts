// Which group of edits the next undo is of. The editor's undo reverts one edit at a time, but a word that was typed letter by
// letter is one step to a person: webview/filters/sync/undoGrouping.ts makes the groups.

/** Follows the undo history of one text as far as it was made by edits of known groups. */
export class UndoGroupStack {
  #done: string[] = [];
  #undone: string[] = [];

  /** An edit of a group was made. */
  edited(group: string): void {
    this.#done.push(group);
    this.#undone = [];
  }

  /** The text was replaced by itself, which is undone together with the edit before. */
  repeated(): void {
    const group = this.next('undo');
    if (group === undefined) this.reset();
    else this.edited(group);
  }

  /** Something else changed: the groups of earlier edits are no longer known. */
  reset(): void {
    this.#done = [];
    this.#undone = [];
  }

  undone(): void {
    const group = this.#done.pop();
    if (group === undefined) this.reset();
    else this.#undone.push(group);
  }

  redone(): void {
    const group = this.#undone.pop();
    if (group === undefined) this.reset();
    else this.#done.push(group);
  }

  /** The group of the edit that the next undo (redo) reverts; undefined if it is unknown. */
  next(direction: 'undo' | 'redo'): string | undefined {
    return (direction === 'undo' ? this.#done : this.#undone).at(-1);
  }
}
