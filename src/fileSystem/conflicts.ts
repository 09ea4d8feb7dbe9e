// A text that was made from an older one: the person compares, merges, overwrites, or goes on editing. What the person
// decides about is what the service had at that moment; a still later change is asked about again.
import * as vscode from 'vscode';
import { plainText } from '#host/plainText.ts';
import type { DocumentConflict } from '#model/documents/saveErrors.ts';
import { layOut } from '#model/documents/documentText.ts';
import type { OpenDocument } from '#model/documents/documentState.ts';
import type { DocumentStore } from '#model/documents/documentStore.ts';
import { type JsonMerge, mergeJson } from '#json/merge/merge.ts';
import type { JsonPath } from '#json/tree.ts';
import { MergeEditor } from './mergeEditor.ts';
import { replaceText } from './replaceText.ts';
import { Snapshots } from './snapshots.ts';

const { t } = vscode.l10n;

type Decision = 'compare' | 'merge' | 'overwrite';

export class Conflicts implements vscode.Disposable {
  readonly #store: DocumentStore;
  readonly #onError: (error: unknown) => void;
  readonly snapshots = new Snapshots();
  readonly #mergeEditor = new MergeEditor(this.snapshots);

  /** `onError` hears what goes wrong once a save has ended. */
  constructor(store: DocumentStore, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  dispose(): void {
    this.#mergeEditor.dispose();
    this.snapshots.dispose();
  }

  /**
   * While a save waits. `again`: it may overwrite what the person was shown. `changed`: the service's changes are in the
   * document, which counts as unsaved because of that, so that the save may end without a word. `merging`: the merge editor opens. `stop`: it has failed.
   */
  async ask(
    document: OpenDocument,
    uri: vscode.Uri,
    conflict: DocumentConflict,
    title: string,
  ): Promise<'again' | 'changed' | 'merging' | 'stop'> {
    const merge = mergeOf(conflict, await textOf(uri));
    const choice = await vscode.window.showWarningMessage<Button>(
      t('“{0}” was changed on the service since you opened it.', title),
      { modal: true, detail: `${t('Nothing was overwritten.')} ${describeMerge(merge)}` },
      ...buttonsFor(merge),
      { title: t('Keep Editing'), isCloseAffordance: true },
    );
    const decision = choice?.decision;
    if (decision === 'overwrite') {
      await this.#store.approve(document, conflict);
      return 'again';
    }
    if (decision === 'merge' && merge?.kind === 'merged') {
      const isChanged = await this.#takeIn(document, uri, conflict, title, merge);
      return isChanged ? 'changed' : 'again';
    }
    if (decision) this.#later(() => this.#carryOut(decision, document, uri, conflict, title));
    return decision === 'merge' ? 'merging' : 'stop';
  }

  /** A save of a text without a change of one's own: it becomes what the service has. */
  showNewer(uri: vscode.Uri, title: string, conflict: DocumentConflict): void {
    this.#later(() => this.#showNewer(uri, title, conflict));
  }

  /** The service made something else of a text than what was typed: the editor shows it, and undo has the old one. */
  tellKept(uri: vscode.Uri, title: string, typed: string, kept: string): void {
    this.#later(() => this.#tellKept(uri, title, typed, kept));
  }

  async #showNewer(uri: vscode.Uri, title: string, { theirs }: DocumentConflict): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.isDirty) return; // the next save asks
    await replaceText(uri, layOut(theirs));
    await document.save();
    const name = plainText(title);
    const message = t('$(info) “{0}” was changed on the service: this is what it has now.', name);
    vscode.window.setStatusBarMessage(message, 8000);
  }

  async #tellKept(uri: vscode.Uri, title: string, typed: string, kept: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.getText() !== typed) return; // the next save will tell
    await replaceText(uri, kept);
    await document.save();
    const compare = t('Compare');
    const choice = await vscode.window.showWarningMessage(
      plainText(t('“{0}” is saved, but the service keeps it in another form than you typed it.', title)),
      compare,
    );
    if (choice !== compare) return;
    const before = this.snapshots.add(uri, typed);
    await vscode.commands.executeCommand('vscode.diff', before, uri, t('{0}: typed ↔ kept', title));
  }

  async #carryOut(
    decision: Decision,
    document: OpenDocument,
    uri: vscode.Uri,
    conflict: DocumentConflict,
    title: string,
  ): Promise<void> {
    if (decision === 'compare') return this.#compare(uri, conflict, title);
    const merge = mergeOf(conflict, await textOf(uri)); // the text may be another one by now
    if (merge?.kind === 'merged') {
      await this.#takeIn(document, uri, conflict, title, merge);
    } else {
      await this.#mergeEditor.open(uri, title, conflict, async (text) => {
        await replaceText(uri, text);
        await this.#store.merged(document, conflict);
        const message = t('The merged text of “{0}” is in its editor.', title);
        this.#later(() => this.#offerSave(uri, conflict, title, message)); // the merge editor's own save ends first
      });
    }
  }

  async #takeIn(
    document: OpenDocument,
    uri: vscode.Uri,
    conflict: DocumentConflict,
    title: string,
    merge: JsonMerge & { readonly kind: 'merged' },
  ): Promise<boolean> {
    const isChanged = await replaceText(uri, merge.text);
    await this.#store.merged(document, conflict);
    const count = merge.taken.length;
    const message =
      count === 1
        ? t('One change of the service was taken into your text of “{0}”.', title)
        : t('{0} changes of the service were taken into your text of “{1}”.', count, title);
    if (isChanged) this.#later(() => this.#offerSave(uri, conflict, title, message));
    return isChanged;
  }

  async #offerSave(
    uri: vscode.Uri,
    conflict: DocumentConflict,
    title: string,
    message: string,
  ): Promise<void> {
    const save = t('Save');
    const compare = t('Compare');
    const choice = await vscode.window.showInformationMessage(
      plainText(`${message} ${t('Nothing is sent until you save.')}`),
      ...[save, compare],
    );
    if (choice === save) await (await vscode.workspace.openTextDocument(uri)).save();
    else if (choice === compare) await this.#compare(uri, conflict, title);
  }

  /** Runs what the save that is under way does not wait for. */
  #later(run: () => Promise<void>): void {
    afterSave().then(run).catch(this.#onError);
  }

  async #compare(uri: vscode.Uri, { theirs }: DocumentConflict, title: string): Promise<void> {
    const service = this.snapshots.add(uri, layOut(theirs));
    await vscode.commands.executeCommand('vscode.diff', service, uri, t('{0}: service ↔ yours', title));
  }
}

/** Until a save has ended, the editor holds on to the text; its end is told with the next turn at the latest. */
function afterSave(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

interface Button extends vscode.MessageItem {
  /** None where the person goes on editing. */
  readonly decision?: Decision;
}

function buttonsFor(merge: JsonMerge | undefined): readonly Button[] {
  return [
    ...(merge ? [{ title: t('Merge'), decision: 'merge' } as const] : []),
    { title: t('Compare'), decision: 'compare' },
    { title: t('Overwrite'), decision: 'overwrite' },
  ];
}

/** Undefined where what the edit was made from is not known any more. */
function mergeOf({ base, theirs }: DocumentConflict, mine: string): JsonMerge | undefined {
  return base === undefined ? undefined : mergeJson(layOut(base), mine, layOut(theirs));
}

function describeMerge(merge: JsonMerge | undefined): string {
  if (!merge) return t('Your text is still here.');
  if (merge.kind === 'merged')
    return t('Your changes and those of the service are at different places: Merge keeps both.');
  const places = merge.paths.map(describePath).filter((place) => place !== '');
  if (places.length === 0) return t('You and the service changed the same: Merge shows both side by side.');
  const shown = places.slice(0, 3).join(', ') + (places.length > 3 ? ', …' : '');
  return t('You and the service both changed {0}: Merge shows both side by side.', shown);
}

/** `properties › values › 2 › value`; items count from 1, as people do. */
function describePath(path: JsonPath): string {
  return path.map((step) => (typeof step === 'number' ? String(step + 1) : step)).join(' › ');
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}
