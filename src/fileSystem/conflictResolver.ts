// Carries out a person's decision about a conflict. The decision covers the service's version at that moment;
// a later change is asked about again.
import * as vscode from 'vscode';
import { showUntil } from '#host/messages/openNotification.ts';
import { showStatus, askModal, askModalFor } from '#host/messages/showMessage.ts';
import { isUnsaved } from '#host/pages/tabs.ts';
import { droppedConflicts, type JsonMerge } from '#json/merge/mergeJson.ts';
import { describeConflicts } from '#model/documents/merge/describeConflicts.ts';
import { layOut } from '#model/documents/documentText.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import type { OpenDocument } from '#model/documents/openDocument.ts';
import type { DocumentConflict } from '#model/documents/save/saveErrors.ts';
import type { Decision } from '#model/documents/save/saveTransitions.ts';
import type { TextMerger } from '#model/documents/merge/textMerger.ts';
import { displayText } from '#text/displayText.ts';
import { MergeEditor } from './mergeEditor.ts';
import { replaceText } from './replaceText.ts';
import { runAfterSave } from './keepDirtyMark.ts';
import type { Snapshots } from './snapshots.ts';

const { t } = vscode.l10n;

/** A conflict, and the document whose save met it. */
export interface Conflict {
  readonly document: OpenDocument;
  readonly uri: vscode.Uri;
  readonly title: string;
  readonly error: DocumentConflict;
}

/** A document, and what the service has of it. */
export interface Compared {
  readonly uri: vscode.Uri;
  readonly title: string;
  readonly ref: DocumentRef;
  readonly theirs: string;
}

export class ConflictResolver implements vscode.Disposable {
  readonly #snapshots: Snapshots;
  readonly #merger: TextMerger;
  readonly #mergeEditor: MergeEditor;
  readonly #onError: (error: unknown) => void;
  /** Messages that offer a save, by URI. */
  readonly #offers = new Map<string, AbortController>();

  /** `onError` is called with what goes wrong after a save has ended. */
  constructor(snapshots: Snapshots, merger: TextMerger, onError: (error: unknown) => void) {
    this.#snapshots = snapshots;
    this.#merger = merger;
    this.#mergeEditor = new MergeEditor(snapshots, merger);
    this.#onError = onError;
  }

  dispose(): void {
    this.#mergeEditor.dispose();
  }

  /** Asks while the save waits. */
  async decide(conflict: Conflict): Promise<Decision> {
    const { document, uri, error } = conflict;
    const mine = await textOf(uri);
    const merge = await this.#merger.merge(error, mine);
    const places = merge?.kind === 'conflict' ? describeConflicts(error, mine, merge, merge.paths, t) : [];
    const choice = await askAboutConflict(questionOf(conflict), merge, places);
    if (choice === 'overwrite') {
      await document.allowOverwrite(error.theirs);
      return 'retry';
    }
    if (choice === 'merge') {
      const isCurrent = (await textOf(uri)) === mine; // a long text is merged in a thread
      if (merge?.kind === 'merged' && isCurrent) return this.#takeIntoText(conflict, merge);
      runAfterSave(() => this.#mergeLater(conflict), this.#onError);
      return 'openedMergeEditor';
    }
    if (choice === 'compare') this.compareLater(comparedIn(conflict));
    return 'keepEditing';
  }

  /** The document was saved, including the results of its merges. */
  closeMerges(uri: vscode.Uri): void {
    this.#offers.get(uri.toString())?.abort();
    runAfterSave(() => this.#mergeEditor.closeOf(uri), this.#onError);
  }

  /** For a save of a text without changes: the editor shows the service's version. */
  showNewer(conflict: Conflict): void {
    runAfterSave(() => this.#showNewer(conflict), this.#onError);
  }

  async #showNewer({ uri, title, error }: Conflict): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    if (isUnsaved(document)) return; // the next save asks
    await replaceText(uri, layOut(error.theirs));
    await document.save();
    showStatus(t('“{0}” was changed on the service. Showing the new version.', title), 8000, 'info');
  }

  /** Merges once the save has ended; the text may be another one by then. */
  async #mergeLater(conflict: Conflict): Promise<void> {
    const mine = await textOf(conflict.uri);
    const merge = await this.#merger.merge(conflict.error, mine);
    if (merge?.kind === 'merged') await this.#takeIntoText(conflict, merge);
    else await this.#openMergeEditor(conflict, mine, merge);
  }

  async #openMergeEditor(
    conflict: Conflict,
    mine: string,
    merge: (JsonMerge & { readonly kind: 'conflict' }) | undefined,
  ): Promise<void> {
    const { document, uri, title, error } = conflict;
    let last = mine; // what the document and the merge editor last had in common
    await this.#mergeEditor.open(conflict, mine, async (text) => {
      const dropped = droppedConflicts(
        { base: error.base ?? '{}', mine, theirs: error.theirs, result: text },
        merge?.paths ?? [],
      );
      const places = merge ? describeConflicts(error, mine, merge, dropped, t) : [];
      if (places.length > 0 && !(await confirmDropped(places))) return false;
      if (!(await this.#replaceSince(conflict, last, text))) return false;
      last = text;
      await document.merge(error.theirs);
      const message = t('The merge result is in the editor of “{0}”.', title);
      // The merge editor's own save ends first.
      runAfterSave(() => this.#mergeEditor.finish(uri), this.#onError);
      runAfterSave(() => this.#offerSave(conflict, message), this.#onError);
      return true;
    });
  }

  /** Puts a merge result of the text `old` into the document, with what was typed into it meanwhile. @returns false after a no */
  async #replaceSince(conflict: Conflict, old: string, result: string): Promise<boolean> {
    const { uri, title, error } = conflict;
    const typed = await textOf(uri);
    if (typed !== old) {
      const merge = await this.#merger.merge({ ref: error.ref, base: old, theirs: result }, typed);
      if (merge?.kind === 'merged') return this.#replaceSince(conflict, typed, merge.text);
      if (!(await confirmReplacing(title, merge?.kind === 'conflict'))) return false;
    }
    await replaceText(uri, result);
    return true;
  }

  /** The document counts as changed then, so that the editor needs no failure to keep it unsaved. */
  async #takeIntoText(conflict: Conflict, merge: JsonMerge & { readonly kind: 'merged' }): Promise<Decision> {
    const { document, uri, title, error } = conflict;
    const isChanged = await replaceText(uri, merge.text);
    await document.merge(error.theirs);
    if (!isChanged) return 'retry';
    const count = merge.taken.length;
    const message =
      count === 1
        ? t('Merged 1 change from the service into “{0}”.', title)
        : t('Merged {0} changes from the service into “{1}”.', count, title);
    runAfterSave(() => this.#offerSave(conflict, message), this.#onError);
    return 'takenIntoText';
  }

  /** Offers a save until the document is saved or closed. */
  async #offerSave(conflict: Conflict, message: string): Promise<void> {
    const save = t('Save');
    const compare = t('Compare');
    const saved = new AbortController();
    const key = conflict.uri.toString();
    this.#offers.get(key)?.abort();
    this.#offers.set(key, saved);
    const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.toString() === key) saved.abort();
    });
    const text = `${message} ${t('Nothing is sent until you save.')}`;
    const choice = await showUntil(saved.signal, text, save, compare);
    closing.dispose();
    if (this.#offers.get(key) === saved) this.#offers.delete(key);
    if (choice === save) await (await vscode.workspace.openTextDocument(conflict.uri)).save();
    else if (choice === compare) await this.#compare(comparedIn(conflict));
  }

  /** Once the save has ended: the service's text beside the editor's. */
  compareLater(compared: Compared): void {
    runAfterSave(() => this.#compare(compared), this.#onError);
  }

  async #compare({ uri, title, ref, theirs }: Compared): Promise<void> {
    const aligned = await this.#merger.align(ref, theirs, await textOf(uri));
    const service = this.#snapshots.add(uri, aligned);
    await vscode.commands.executeCommand(
      'vscode.diff',
      service,
      uri,
      t('{0}: service ↔ yours', displayText(title)),
    );
  }
}

function comparedIn({ uri, title, error }: Conflict): Compared {
  return { uri, title, ref: error.ref, theirs: error.theirs };
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

// The question that a person is asked if a text was made from an older version than the service has.
const maxPlaces = 3;

type ConflictChoice = 'compare' | 'merge' | 'overwrite';

interface Button extends vscode.MessageItem {
  /** Undefined if the person keeps editing. */
  readonly choice?: ConflictChoice;
}

/** Without a base, nobody may have changed it: the connection may have had another address when it was opened. */
function questionOf({ title, error }: Conflict): string {
  return error.base === undefined
    ? t('The service’s text of “{0}” may not be the one that you began with.', title)
    : t('“{0}” was changed on the service after you opened it.', title);
}

/**
 * `merge`: what a merge would give; undefined if the base is not known. `places`: what both sides changed.
 * @returns undefined to continue editing
 */
async function askAboutConflict(
  question: string,
  merge: JsonMerge | undefined,
  places: readonly string[],
): Promise<ConflictChoice | undefined> {
  const button = await askModalFor<Button>(
    question,
    `${t('Nothing was overwritten.')} ${describeMerge(merge, places)}`,
    ...(merge ? [{ title: t('Merge'), choice: 'merge' } as const] : []),
    { title: t('Compare'), choice: 'compare' },
    { title: t('Overwrite'), choice: 'overwrite' },
    { title: t('Keep Editing'), isCloseAffordance: true },
  );
  return button?.choice;
}

/** Whether a merge result that has neither change at `places` is used anyway. */
async function confirmDropped(places: readonly string[]): Promise<boolean> {
  const take = t('Use This Result');
  const message =
    places.length === 1
      ? t('1 conflict is not resolved. Use this result anyway?')
      : t('{0} conflicts are not resolved. Use this result anyway?', places.length);
  const detail = `${t('In these places, the result contains neither your change nor the service’s:')}\n${listPlaces(places)}`;
  return (await askModal(message, detail, take)) === take;
}

/** Whether a merge result replaces what was typed since the merge began, `isSamePlace` if it is known to overlap. */
async function confirmReplacing(title: string, isSamePlace: boolean): Promise<boolean> {
  const take = t('Use This Result');
  const message = isSamePlace
    ? t('“{0}” was edited during the merge, at the same place.', title)
    : t('“{0}” was edited during the merge.', title);
  return (await askModal(message, t('The merge result replaces that edit. You can undo it.'), take)) === take;
}

function describeMerge(merge: JsonMerge | undefined, places: readonly string[]): string {
  if (!merge) return t('Your text is still here.');
  if (merge.kind === 'merged') return t('Your changes and the service’s do not overlap: Merge keeps both.');
  const both = t('You and the service both changed:');
  return [both, listPlaces(places), t('Merge shows both versions side by side.')].join('\n');
}

/** The first ones, each in a line. */
function listPlaces(places: readonly string[]): string {
  const shown = places.slice(0, maxPlaces);
  const left = places.length - shown.length;
  return [...shown, ...(left > 0 ? [t('And {0} more.', left)] : [])].join('\n');
}
