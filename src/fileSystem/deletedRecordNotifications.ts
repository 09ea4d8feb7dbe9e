// The messages of a record that was deleted while its document was open, or before it was opened.
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { showUntilEnd } from '#host/messages/openNotification.ts';
import { askAboutError } from '#host/messages/showError.ts';
import { askModalFor, showSaved } from '#host/messages/showMessage.ts';
import { isCancelled } from '#host/messages/userError.ts';
import { findTabsOf, toDocumentTab } from '#host/pages/tabs.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isSameList, isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import { formatDateTime } from '#text/formatTime.ts';

const { t } = vscode.l10n;

export interface DeletedRecordDeps {
  readonly catalog: Pick<Catalog, 'get' | 'onDidChange'>;
  readonly connections: Pick<Connections, 'isRemoved' | 'onDidChange'>;
  readonly log: Log;
}

/** The messages about deleted records, each shown once at a time, until its record is restored or its tab is closed. */
export class DeletedRecordNotifications {
  readonly #restore: (ref: RecordRef, title: string) => Promise<void>;
  readonly #deps: DeletedRecordDeps;
  /** Documents that have an open message. */
  readonly #shown = new Set<string>();

  /** `title`: the record's last name. */
  constructor(restore: (ref: RecordRef, title: string) => Promise<void>, deps: DeletedRecordDeps) {
    this.#restore = restore;
    this.#deps = deps;
  }

  /** `hasText`: the editor shows the last known version; otherwise it could not open the document. Never throws. */
  async show(deleted: DeletedRecord, hasText: boolean): Promise<void> {
    const key = deleted.uri.toString();
    if (this.#shown.has(key)) return;
    this.#shown.add(key);
    try {
      await this.#offerRestore(deleted, hasText);
    } catch (error) {
      if (!isCancelled(error)) void this.#showFailure(deleted, error);
    } finally {
      this.#shown.delete(key);
    }
  }

  async #showFailure({ ref, title }: DeletedRecord, error: unknown): Promise<void> {
    const { log } = this.#deps;
    log.error(`Could not restore ${ref.kind} ${ref.id}.`, error);
    const attempt = t('Could not restore {0}.', t('“{0}”', title));
    await askAboutError({ attempt, error, connectionId: ref.connectionId }, [], log);
  }

  async #offerRestore(deleted: DeletedRecord, hasText: boolean): Promise<void> {
    const { uri, ref, title } = deleted;
    const restore = t('Restore');
    const close = t('Close Editor');
    const shown = hasText
      ? t('Showing the last known version.')
      : t('No version of it is stored on this machine.');
    const message = `${describeDeletedRecord(deleted)} ${shown}`;
    const choice = await showUntilEnd((end) => this.#endsOf(deleted, end), message, restore, close);
    if (choice === close) await closeTabs(uri);
    if (choice !== restore) return;
    await this.#restore(ref, title);
    if (!hasText) await openAgain(uri);
  }

  /** What ends a message: the record is restored, its connection is removed, or its tab is closed. */
  #endsOf({ uri, ref }: DeletedRecord, end: () => void) {
    const { catalog, connections } = this.#deps;
    const known = catalog.get(ref); // a list or a response may have it from before
    return [
      catalog.onDidChange((change) => {
        const isOfIt = change.kind === 'record' ? isSameRecord(change.ref, ref) : isSameList(change.ref, ref);
        const record = isOfIt ? catalog.get(ref) : undefined;
        if (record && record !== known) end();
      }),
      connections.onDidChange(() => connections.isRemoved(ref.connectionId) && end()),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        const isClosed = closed.some((tab) => toDocumentTab(tab)?.uri.toString() === uri.toString());
        if (isClosed && findTabsOf(uri).length === 0) end();
      }),
    ];
  }
}

/** The editor asks by itself if a text is not saved. */
async function closeTabs(uri: vscode.Uri): Promise<void> {
  await vscode.window.tabGroups.close(findTabsOf(uri).map(({ tab }) => tab));
}

async function openAgain(uri: vscode.Uri): Promise<void> {
  for (const { tab, viewType } of findTabsOf(uri)) {
    const options = { viewColumn: tab.group.viewColumn, preview: tab.isPreview };
    await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
  }
}

// The question that a person is asked when a save finds that the record is deleted.

/** Asks what to do with an unsaved text whose record is deleted. */
export async function askAboutDeletedRecord(
  uri: vscode.Uri,
  title: string,
  text: string,
): Promise<'restore' | undefined> {
  const restore = t('Restore with This Text');
  const saveFile = t('Save as File…');
  const choice = await askModalFor<vscode.MessageItem>(
    t('“{0}” was deleted on the service after you opened it.', title),
    t('Nothing was sent, and your text is still here.'),
    ...[restore, saveFile].map((button) => ({ title: button })),
    { title: t('Keep Editing'), isCloseAffordance: true },
  );
  if (choice?.title === restore) return 'restore';
  if (choice?.title === saveFile) await saveTextAsFile(uri, text);
  return undefined;
}

/** Asks where a text is saved that the service does not take. */
async function saveTextAsFile(uri: vscode.Uri, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, path.posix.basename(uri.path)),
    title: t('Save Text as File'),
    filters: { JSON: ['json'] },
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, Buffer.from(text));
  const open = () => vscode.commands.executeCommand('vscode.open', target);
  void showSaved(target, { title: t('Open'), open });
}

export interface DeletedRecord {
  readonly uri: vscode.Uri;
  readonly ref: DocumentRef;
  /** What the record was called. */
  readonly title: string;
  /** Milliseconds since 1970; undefined if it was not deleted by this extension. */
  readonly deletedAt: number | undefined;
}

export function describeDeletedRecord({ ref, title, deletedAt }: DeletedRecord): string {
  if (deletedAt !== undefined) {
    const when = formatDateTime(deletedAt);
    return t('You deleted “{0}” on {1}.', title, when);
  }
  // The service responds the same way for a deleted and a hidden dashboard.
  return ref.kind === 'cohort'
    ? t('“{0}” is deleted on the service.', title)
    : t('“{0}” was deleted on the service, or this key can no longer view it.', title);
}
