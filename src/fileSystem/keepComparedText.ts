import * as vscode from 'vscode';
import { showStatusUntil } from '#host/messages/showMessage.ts';
import { findTabsOf, findTextDocument, isUnsaved } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import { replaceText } from './replaceText.ts';

/**
 * After “Don't Save”, VS Code reverts the document and closes the tab immediately, which a busy machine may report this late. A
 * person who reverts it and closes the tab as soon gets the text back, unsaved, which the status bar says.
 */
const maxCloseMs = 2000;

/** More tabs may close together, and then nothing is put back. */
const settleMs = 100;

/** How long the status bar says that the text is still there, which the person may have wanted to discard. */
const noteMs = 15_000;

/** Of VS Code's own comparison where a save conflicts. Its button “Discard” reverts and closes as well, and means it. */
const saveConflictScheme = 'conflictResolution';

interface RestoresBase {
  /** Makes the text's base what it was before the revert. Resolves with whether that is known. */
  restoreBase(uri: vscode.Uri): Promise<boolean>;
}

interface UnsavedText {
  readonly text: string;
  /** When it was reverted, by `performance.now()`. */
  readonly revertedAt?: number;
}

/**
 * VS Code asks whether to save when a comparison closes, although the filters editor keeps the same document open. With
 * “Don't Save” it reverts the document, also for that editor, so the text is put back there.
 */
export function keepComparedText(
  documents: RestoresBase,
  onError: (error: unknown) => void,
): vscode.Disposable {
  /** The last unsaved texts of documents that a comparison shows, by address. */
  const texts = new Map<string, UnsavedText>();
  const timers = new Set<NodeJS.Timeout>();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
      if (document.uri.scheme !== scheme || contentChanges.length === 0 || !isCompared(document.uri)) return;
      const key = document.uri.toString();
      const last = texts.get(key);
      if (document.isDirty) texts.set(key, { text: document.getText() });
      else if (last && reason === undefined) texts.set(key, { ...last, revertedAt: performance.now() });
      else texts.delete(key); // undone
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (!isUnsaved(document)) texts.delete(document.uri.toString());
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      for (const uri of opened.flatMap((tab) => comparedIn(tab) ?? [])) {
        const document = findTextDocument(uri);
        if (document && isUnsaved(document)) texts.set(uri.toString(), { text: document.getText() });
      }
      for (const uri of closed.flatMap((tab) => comparedIn(tab) ?? [])) {
        const last = texts.get(uri.toString());
        texts.delete(uri.toString());
        if (!last?.revertedAt || performance.now() - last.revertedAt > maxCloseMs) continue;
        const timer = setTimeout(() => {
          timers.delete(timer);
          putBack(uri, last.text, documents).then(undefined, onError);
        }, settleMs);
        timers.add(timer);
      }
    }),
    { dispose: () => timers.forEach(clearTimeout) },
  );
}

async function putBack(uri: vscode.Uri, text: string, documents: RestoresBase): Promise<void> {
  if (findTabsOf(uri).length === 0 || findTextDocument(uri)?.isDirty) return;
  if (!(await documents.restoreBase(uri))) return;
  try {
    await replaceText(uri, text);
  } catch (error) {
    if (findTabsOf(uri).length > 0) throw error; // else its tab closed meanwhile
    return;
  }
  const message = vscode.l10n.t(
    'Your changes stay in the editor, unsaved. To discard them, use “Revert File” there.',
  );
  showStatusUntil(() => !isUnsaved(findTextDocument(uri)), message, noteMs, 'info');
}

function isCompared(uri: vscode.Uri): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some((tab) => comparedIn(tab)?.toString() === uri.toString());
}

/** The document on the right of a comparison, which can be edited there. */
function comparedIn({ input }: vscode.Tab): vscode.Uri | undefined {
  if (!(input instanceof vscode.TabInputTextDiff) || input.original.scheme === saveConflictScheme)
    return undefined;
  return input.modified.scheme === scheme ? input.modified : undefined;
}
