// One text that several editors show and change at once. Each editor sends its edits against a version; the text takes
// an edit only where that is still its version, and tells everybody else what changed. Whoever was too late rebases.

export interface TextPlace {
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
export interface TextHome {
  readonly version: number;
  /**
   * Applies all changes or none: false where the text has changed meanwhile or takes no changes. What it changes comes
   * back through `changed` before the promise is settled.
   */
  apply(changes: readonly TextChange[]): Promise<boolean>;
}

/** The text has changed; undefined `changes` where only the whole text can tell how. */
export interface TextEvent {
  readonly version: number;
  readonly changes: readonly TextChange[] | undefined;
  /** Lines of the text at `version`. */
  readonly lineCount: number;
  /** Set where the change came out of the undo history. */
  readonly reason?: 'undo' | 'redo';
}

export interface TextEdit {
  readonly id: number;
  /** Edits of one group are one step for the person who made them. */
  readonly group: string;
  /** The version that the changes were made to. */
  readonly version: number;
  readonly changes: readonly TextChange[];
}

/** One of the editors of the text; calls come in the order in which the text changed. */
export interface TextEditor {
  changed(event: TextEvent): void;
  applied(id: number, version: number): void;
  rejected(id: number, reason: 'stale' | 'refused'): void;
}

export class SharedText {
  readonly #home: TextHome;
  readonly #onEvent: (event: TextEvent, edit: TextEdit | undefined) => void;
  readonly #editors = new Set<TextEditor>();
  /** Edits run one after the other. */
  #last: Promise<void> = Promise.resolve();
  /** Events while an edit is being applied: which of them it caused is known afterwards. */
  #held: TextEvent[] | undefined;

  /** `onEvent` hears everything, with the edit that caused it, before the editors do. */
  constructor(
    home: TextHome,
    onEvent: (event: TextEvent, edit: TextEdit | undefined) => void = () => undefined,
  ) {
    this.#home = home;
    this.#onEvent = onEvent;
  }

  get editorCount(): number {
    return this.#editors.size;
  }

  /** The editor hears of every change from now on; the returned function ends that. */
  attach(editor: TextEditor): () => void {
    this.#editors.add(editor);
    return () => this.#editors.delete(editor);
  }

  /** To be called with every change of the text, whoever made it, in their order. */
  changed(event: TextEvent): void {
    if (this.#held) this.#held.push(event);
    else this.#tell(event);
  }

  /** Applies an edit of `editor`, which must be attached, and tells it what came of it. True where it was taken. */
  edit(editor: TextEditor, edit: TextEdit): Promise<boolean> {
    const result = this.#last.then(() => this.#apply(editor, edit));
    this.#last = result.then(
      () => undefined,
      () => undefined, // the caller gets the rejection; the next edit does not
    );
    return result;
  }

  /** Resolves when every edit so far has been applied or rejected. */
  async idle(): Promise<void> {
    await this.#last;
  }

  async #apply(editor: TextEditor, edit: TextEdit): Promise<boolean> {
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
      // Home took the edit only because nothing came before it, so the first event is the edit's own.
      const own = isApplied ? held.shift() : undefined;
      if (own) this.#tell(own, edit, editor);
      if (isApplied) editor.applied(edit.id, own?.version ?? version);
      for (const event of held) this.#tell(event);
      if (!isApplied) editor.rejected(edit.id, held.length > 0 ? 'stale' : 'refused');
    }
    return isApplied;
  }

  #tell(event: TextEvent, edit?: TextEdit, except?: TextEditor): void {
    this.#onEvent(event, edit);
    for (const editor of this.#editors) if (editor !== except) editor.changed(event);
  }
}
