// VS Code's own merge editor over a document: the service's text on one side, the person's on the other. Its result is a
// document of its own in memory: the merge editor saves its result before it begins, and that must send nothing.
import path from 'node:path';
import * as vscode from 'vscode';
import { showStatusUntil } from '#host/messages/showMessage.ts';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { findTabsOf, findTextDocument } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import type { DocumentConflict } from '#model/documents/save/saveErrors.ts';
import type { TextMerger } from '#model/documents/merge/textMerger.ts';
import { decodeUtf8 } from './decodeUtf8.ts';
import { keepDirtyMark } from './keepDirtyMark.ts';
import { mergingFailure } from './saveErrorMessage.ts';
import type { Snapshots } from './snapshots.ts';

const { t } = vscode.l10n;
const mergeScheme = `${scheme}-merge`;

/** A document, and what its text is merged with. */
interface Merged {
  readonly uri: vscode.Uri;
  readonly title: string;
  readonly error: DocumentConflict;
}

interface Merge {
  /** The document that is merged. */
  readonly of: vscode.Uri;
  content: Uint8Array;
  mtime: number;
  readonly onSave: OnMergeSave;
}

/** Resolves with whether the text was taken; if not, the merge continues. */
type OnMergeSave = (text: string) => Promise<boolean>;

export class MergeEditor implements vscode.Disposable {
  readonly #snapshots: Snapshots;
  readonly #merger: TextMerger;
  readonly #merges = new Map<string, Merge>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  #registration: vscode.Disposable | undefined;
  #count = 0;

  constructor(snapshots: Snapshots, merger: TextMerger) {
    this.#snapshots = snapshots;
    this.#merger = merger;
  }

  dispose(): void {
    this.#registration?.dispose();
    this.#changed.dispose();
  }

  /** `onSave` is called with the merged text each time the person saves it or completes the merge. */
  async open(
    { uri, title, error: { ref, base, theirs } }: Merged,
    mine: string,
    onSave: OnMergeSave,
  ): Promise<void> {
    this.#registration ??= vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(mergeScheme, this.#provider(), { isCaseSensitive: true }),
      vscode.workspace.onDidCloseTextDocument((document) => this.#dropAfter(document)),
    );
    const name = path.posix.basename(uri.path);
    // The document's own path, so that the result has its language.
    const output = vscode.Uri.from({ scheme: mergeScheme, path: `/${++this.#count}${uri.path}` });
    // With a conflict's mark in it, the merge editor begins with what both sides agree on.
    const content = Buffer.from(`<<<<<<< ${name}\n${mine}`);
    // oxlint-disable-next-line no-restricted-properties -- a version of a file
    this.#merges.set(output.path, { of: uri, content, mtime: Date.now(), onSave });
    const [alignedBase, alignedTheirs] = await Promise.all([
      this.#merger.align(ref, base ?? '{}', mine),
      this.#merger.align(ref, theirs, mine),
    ]);
    await vscode.commands.executeCommand('_open.mergeEditor', {
      base: this.#snapshots.add(uri, alignedBase),
      input1: {
        uri: this.#snapshots.add(uri, alignedTheirs),
        title: t('Service'),
        description: withoutLinksAndIcons(title),
      },
      input2: {
        uri: this.#snapshots.add(uri, mine),
        title: t('Yours'),
        description: withoutLinksAndIcons(title),
      },
      output,
    });
  }

  /** Closes the merges of a document that was saved. A tab with unsaved changes stays. */
  async closeOf(uri: vscode.Uri): Promise<void> {
    const done = this.#tabsOf(uri).filter((tab) => !tab.isDirty);
    await vscode.window.tabGroups.close(done, true);
  }

  /** Closes the tab of a result that the document has, once its save has ended, and shows the document. */
  async finish(uri: vscode.Uri): Promise<void> {
    await this.#whenSaved(uri);
    await vscode.window.tabGroups.close(this.#tabsOf(uri));
    const [open] = findTabsOf(uri);
    if (open)
      await vscode.commands.executeCommand('vscode.openWith', uri, open.viewType, open.tab.group.viewColumn);
  }

  /** Its tab shows the end of a save only after the save has ended. */
  #whenSaved(uri: vscode.Uri): Promise<void> {
    const isSaved = () => !this.#tabsOf(uri).some((tab) => tab.isDirty);
    if (isSaved()) return Promise.resolve();
    return new Promise((resolve) => {
      const subscription = vscode.window.tabGroups.onDidChangeTabs(() => {
        if (!isSaved()) return;
        subscription.dispose();
        resolve();
      });
    });
  }

  /** The tabs of the document's merges. */
  #tabsOf(uri: vscode.Uri): readonly vscode.Tab[] {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    return tabs.filter(
      (tab) => this.#merges.get(resultOf(tab)?.path ?? '')?.of.toString() === uri.toString(),
    );
  }

  /** Once no tab shows the result. A document whose language changes is closed, and open again immediately. */
  #dropAfter({ uri }: vscode.TextDocument): void {
    if (uri.scheme !== mergeScheme) return;
    setTimeout(() => {
      if (!findTextDocument(uri)) this.#merges.delete(uri.path);
    }, 0);
  }

  #provider(): vscode.FileSystemProvider {
    const find = (uri: vscode.Uri): Merge => {
      const merge = this.#merges.get(uri.path);
      if (!merge) throw vscode.FileSystemError.FileNotFound(uri);
      return merge;
    };
    const refuse = (uri: vscode.Uri): never => {
      throw vscode.FileSystemError.NoPermissions(uri);
    };
    return {
      onDidChangeFile: this.#changed.event,
      watch: () => ({ dispose: () => undefined }),
      stat: (uri) => {
        if (!path.posix.basename(uri.path).includes('.'))
          return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
        const { content, mtime } = find(uri);
        return { type: vscode.FileType.File, ctime: 0, mtime, size: content.length };
      },
      readFile: (uri) => find(uri).content,
      writeFile: async (uri, content) => {
        const merge = find(uri);
        if (!(await merge.onSave(decodeUtf8(uri, content)))) {
          if (!(await keepDirtyMark(uri))) throw mergingFailure();
          const isOver = () => !findTextDocument(uri);
          showStatusUntil(isOver, t('The merge is not finished. Nothing was sent.'), 8000, 'info');
          return;
        }
        merge.content = content;
        merge.mtime += 1000;
      },
      createDirectory: () => undefined,
      readDirectory: refuse,
      delete: refuse,
      rename: refuse,
    };
  }
}

/** Where the tab's merge editor writes to. VS Code has this input, but not yet in its API's types. */
function resultOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (typeof input !== 'object' || input === null || !('result' in input)) return undefined;
  return input.result instanceof vscode.Uri && input.result.scheme === mergeScheme ? input.result : undefined;
}
