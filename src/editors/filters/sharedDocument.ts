// A TextDocument that several webviews edit at the same time.
import * as vscode from 'vscode';
import { SharedText, type TextChange, type TextEvent, UndoGroupStack } from '#model/documents/sharedText.ts';

export class SharedDocument {
  readonly document: vscode.TextDocument;
  readonly text: SharedText;
  readonly #groups = new UndoGroupStack();
  /** The first character, which the edit that keeps a document unsaved replaces by itself. */
  #start: string;

  constructor(document: vscode.TextDocument) {
    this.document = document;
    this.text = new SharedText(
      {
        get version() {
          return document.version;
        },
        apply: (changes) => applyChanges(document, changes),
      },
      ({ reason, isRepeat }, edit) => {
        if (reason === 'undo') this.#groups.undone();
        else if (reason === 'redo') this.#groups.redone();
        else if (isRepeat) this.#groups.repeated();
        else if (edit) this.#groups.edited(edit.group);
        else this.#groups.reset();
      },
    );
    this.#start = startOf(document);
  }

  /** Call with every change of the document. */
  changed(event: vscode.TextDocumentChangeEvent): void {
    if (event.contentChanges.length === 0) return; // only the dirty state changed
    const reason = reasonOf(event.reason);
    const isRepeat = event.contentChanges.every(
      ({ rangeOffset, rangeLength, text }) =>
        rangeOffset === 0 && rangeLength === this.#start.length && text === this.#start,
    );
    this.#start = startOf(event.document);
    this.text.changed({
      version: event.document.version,
      changes: changesOf(event.contentChanges),
      lineCount: event.document.lineCount,
      ...(reason ? { reason } : {}),
      isRepeat,
    });
  }

  /**
   * Runs VS Code's undo or redo for all edits of one group, which is one step for a person. VS Code runs them in the editor
   * that is active, so nothing happens from when this document's is not.
   */
  moveInHistory(direction: 'undo' | 'redo', isActive: () => Promise<boolean>): Promise<void> {
    return this.text.turns.run(() => this.#step(direction, isActive));
  }

  async #step(direction: 'undo' | 'redo', isActive: () => Promise<boolean>): Promise<void> {
    const group = this.#groups.next(direction);
    while (await isActive()) {
      const { version } = this.document;
      const text = this.document.getText();
      await vscode.commands.executeCommand(direction);
      if (this.document.version === version) return; // at the end
      if (group !== undefined && this.#groups.next(direction) !== group) return;
      // A step that changes nothing is the edit that kept the document unsaved.
      if (group === undefined && this.document.getText() !== text) return;
    }
  }
}

function startOf(document: vscode.TextDocument): string {
  return document.getText(new vscode.Range(document.positionAt(0), document.positionAt(1)));
}

async function applyChanges(document: vscode.TextDocument, changes: readonly TextChange[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { from, to, text } of changes) {
    edit.replace(document.uri, new vscode.Range(from.line, from.character, to.line, to.character), text);
  }
  return vscode.workspace.applyEdit(edit);
}

/** If there are more changes, sending the whole text is less work. */
const maxChanges = 1000;

/** Undefined if there are too many changes, or where they touch each other, because then their order matters. */
function changesOf(changes: readonly vscode.TextDocumentContentChangeEvent[]): TextEvent['changes'] {
  if (changes.length > maxChanges) return undefined;
  let before: vscode.Position | undefined;
  for (const { range } of changes) {
    if (before && !range.end.isBefore(before)) return undefined;
    before = range.start;
  }
  return changes.map(({ range, text }) => ({
    from: { line: range.start.line, character: range.start.character },
    to: { line: range.end.line, character: range.end.character },
    text,
  }));
}

function reasonOf(reason: vscode.TextDocumentChangeReason | undefined): TextEvent['reason'] {
  if (reason === vscode.TextDocumentChangeReason.Undo) return 'undo';
  return reason === vscode.TextDocumentChangeReason.Redo ? 'redo' : undefined;
}
