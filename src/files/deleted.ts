// A record that was deleted while its document was open, or before it was opened.
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { describeFailure } from '../host/failure.ts';
import type { DocumentRef } from '../model/documents.ts';
import type { DocumentState } from '../model/documentStore.ts';
import { nameOf } from '../model/records.ts';
import { formatRecordRef, type RecordRef } from '../model/refs.ts';

const { t } = vscode.l10n;

/** Records that a message is on the screen for. */
const told = new Set<string>();

/** Says on opening that the record is deleted, once at a time. */
export async function tellDeleted(
  ref: DocumentRef,
  { record }: DocumentState,
  restore: (ref: RecordRef) => Promise<void>,
): Promise<void> {
  const key = formatRecordRef(ref);
  if (told.has(key)) return;
  told.add(key);
  const title = nameOf(record) ?? t('#{0}', ref.id);
  const restoreIt = t('Restore');
  const message = t('“{0}” is deleted on the service. You see what it was when it was deleted.', title);
  try {
    if ((await vscode.window.showWarningMessage(message, restoreIt)) === restoreIt) await restore(ref);
  } catch (error) {
    void vscode.window.showErrorMessage(
      t('“{0}” could not be restored. {1}', title, describeFailure(error, ref.connectionId).message),
    );
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
  vscode.window.setStatusBarMessage(t('$(check) Kept as {0}', path.posix.basename(target.path)), 5000);
}
