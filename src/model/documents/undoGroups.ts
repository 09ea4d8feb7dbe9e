// Which edits belong together when they are undone. The editor's undo takes back one edit at a time, but a word that
// was typed letter by letter is one step to the person who typed it.

/** Follows the undo history of one text as far as it was made by edits of known groups. */
export class UndoGroups {
  #done: string[] = [];
  #undone: string[] = [];

  /** An edit of a group was made. */
  edited(group: string): void {
    this.#done.push(group);
    this.#undone = [];
  }

  /** Something else was changed: what came before cannot be told apart any more. */
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

  /** The group that the next undo (redo) takes an edit from; undefined where it is unknown. */
  next(direction: 'undo' | 'redo'): string | undefined {
    return (direction === 'undo' ? this.#done : this.#undone).at(-1);
  }
}
