// A record that was deleted while its document was open, or before it was opened.
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { describeError } from '#host/errorMessage.ts';
import { plainText } from '#host/plainText.ts';
import { findTabsOf } from '#host/tabs.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

const { t } = vscode.l10n;

export interface Deleted {
  readonly uri: vscode.Uri;
  readonly ref: DocumentRef;
  /** What the record was called. */
  readonly title: string;
  /** Milliseconds since 1970; undefined where it was not deleted from here. */
  readonly deletedAt: number | undefined;
}

/** Records that a message is on the screen for. */
const told = new Set<string>();

export function describeDeleted({ ref, title, deletedAt }: Deleted): string {
  if (deletedAt !== undefined) {
    const when = new Date(deletedAt).toLocaleString();
    return t('“{0}” was deleted from here, {1}.', title, when);
  }
  // A dashboard that is deleted cannot be told from one that is hidden: the service answers that there is none.
  return ref.kind === 'cohort'
    ? t('“{0}” is deleted on the service.', title)
    : t('“{0}” was deleted on the service, or the key may not see it any more.', title);
}

/**
 * Says on opening that the record is deleted, once at a time, and what can be done. `isShown`: the editor shows what it
 * had last; it could not be opened otherwise.
 */
export async function tellDeleted(
  deleted: Deleted,
  isShown: boolean,
  restore: (ref: RecordRef) => Promise<void>,
): Promise<void> {
  const { uri, ref, title } = deleted;
  const key = uri.toString();
  if (told.has(key)) return;
  told.add(key);
  const restoreIt = t('Restore');
  const close = t('Close');
  const shown = isShown ? t('You see what it had last.') : t('What it had is not known here.');
  try {
    const message = plainText(`${describeDeleted(deleted)} ${shown}`);
    const choice = await vscode.window.showWarningMessage(message, restoreIt, close);
    if (choice === close) await closeTabs(uri);
    if (choice !== restoreIt) return;
    await restore(ref);
    if (!isShown) await openAgain(uri);
  } catch (error) {
    const { message } = describeError(error, ref.connectionId);
    void vscode.window.showErrorMessage(plainText(t('“{0}” could not be restored. {1}', title, message)));
  } finally {
    told.delete(key);
  }
}

/** Asks what is to become of a text whose record is gone. */
export async function askAboutDeleted(
  uri: vscode.Uri,
  title: string,
  text: string,
): Promise<'restore' | undefined> {
  const restore = t('Restore with This Text');
  const keep = t('Keep as File…');
  const choice = await vscode.window.showWarningMessage<vscode.MessageItem>(
    t('“{0}” was deleted on the service since you opened it.', title),
    { modal: true, detail: t('Nothing was sent, and your text is still here.') },
    ...[restore, keep].map((button) => ({ title: button })),
    { title: t('Keep Editing'), isCloseAffordance: true },
  );
  if (choice?.title === restore) return 'restore';
  if (choice?.title === keep) await keepAsFile(uri, text);
  return undefined;
}

async function keepAsFile(uri: vscode.Uri, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, path.posix.basename(uri.path)),
    title: t('Keep the Text as a File'),
    filters: { JSON: ['json'] },
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, Buffer.from(text));
  vscode.window.setStatusBarMessage(
    t('$(check) Kept as {0}', plainText(path.posix.basename(target.path))),
    5000,
  );
}

/** The editor itself asks about one with unsaved text. */
async function closeTabs(uri: vscode.Uri): Promise<void> {
  await vscode.window.tabGroups.close(findTabsOf(uri).map(({ tab }) => tab));
}

async function openAgain(uri: vscode.Uri): Promise<void> {
  for (const { tab, viewType } of findTabsOf(uri)) {
    const options = { viewColumn: tab.group.viewColumn, preview: tab.isPreview };
    await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
  }
}
