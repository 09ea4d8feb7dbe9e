// One text that several editors show and change at the same time. Each editor sends its edits against a version; the
// text accepts an edit only if that is still its version, and notifies the other editors. An editor that was too
// late rebases.
import { SerialQueue } from '#model/storage/serialQueue.ts';

interface TextPlace {
  readonly line: number;
  readonly character: number;
}

/** Replaces what is between two places of the text as it was before any change of the same list. */
export interface TextChange {
  readonly from: TextPlace;
  readonly to: TextPlace;
  readonly text: string;
}

/** The text where it really lives, such as a document of the editor. */
export interface TextStore {
  readonly version: number;
  /**
   * Applies all changes or none: false if the text changed first or is read-only. What it changes comes back through
   * `changed` before the promise settles.
   */
  apply(changes: readonly TextChange[]): Promise<boolean>;
}

/** The text has changed. `changes` is undefined if what changed is not known. */
export interface TextEvent {
  readonly version: number;
  readonly changes: readonly TextChange[] | undefined;
  /** Lines of the text at `version`. */
  readonly lineCount: number;
  /** Set where the change came out of the undo history. */
  readonly reason?: 'undo' | 'redo';
  /** The text was replaced by itself. */
  readonly isRepeat?: boolean;
}

export interface SharedTextEdit {
  readonly id: number;
  /** Edits of one group are one step for the person who made them. */
  readonly group: string;
  /** The version that the changes were made to. */
  readonly version: number;
  readonly changes: readonly TextChange[];
}

/** One of the editors of the text; calls come in the order in which the text changed. */
export interface SharedTextEditor {
  changed(event: TextEvent): void;
  applied(id: number, version: number): void;
  rejected(id: number, reason: 'stale' | 'refused'): void;
}

export class SharedText {
  readonly #home: TextStore;
  readonly #onEvent: (event: TextEvent, edit: SharedTextEdit | undefined) => void;
  readonly #editors = new Set<SharedTextEditor>();
  /** Edits and other tasks on the text run one after the other. */
  readonly turns = new SerialQueue();
  /** Events while an edit is being applied: which of them it caused is known only afterwards. */
  #held: TextEvent[] | undefined;

  /** `onEvent` is called with every change and the edit that caused it, before the editors are notified. */
  constructor(
    home: TextStore,
    onEvent: (event: TextEvent, edit: SharedTextEdit | undefined) => void = () => undefined,
  ) {
    this.#home = home;
    this.#onEvent = onEvent;
  }

  /** Notifies the editor of every change until the returned function is called. */
  attach(editor: SharedTextEditor): () => void {
    this.#editors.add(editor);
    return () => this.#editors.delete(editor);
  }

  /** Call with every change of the text, in order. */
  changed(event: TextEvent): void {
    if (this.#held) this.#held.push(event);
    else this.#notify(event);
  }

  /** Applies an edit of `editor`, which must be attached, and notifies it of the outcome. @returns whether it was applied */
  edit(editor: SharedTextEditor, edit: SharedTextEdit): Promise<boolean> {
    return this.turns.run(() => this.#apply(editor, edit));
  }

  async #apply(editor: SharedTextEditor, edit: SharedTextEdit): Promise<boolean> {
    const { version } = this.#home;
    if (edit.version !== version) {
      editor.rejected(edit.id, 'stale');
      return false;
    }
    const held: TextEvent[] = [];
    this.#held = held;
    let isApplied = false;
    try {
      isApplied = await this.#home.apply(edit.changes);
    } finally {
      this.#held = undefined;
      // An edit is applied only if no other change came first, so the first event is its own.
      const own = isApplied ? held.shift() : undefined;
      if (own) this.#notify(own, edit, editor);
      if (isApplied) editor.applied(edit.id, own?.version ?? version);
      for (const event of held) this.#notify(event);
      if (!isApplied) editor.rejected(edit.id, held.length > 0 ? 'stale' : 'refused');
    }
    return isApplied;
  }

  #notify(event: TextEvent, edit?: SharedTextEdit, except?: SharedTextEditor): void {
    this.#onEvent(event, edit);
    for (const editor of this.#editors) if (editor !== except) editor.changed(event);
  }
}

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
