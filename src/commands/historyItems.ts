// Entries of the local history as items of a quick pick.
import * as vscode from 'vscode';
import type { PickItem } from '#host/quickInput.ts';
import type { DocumentPart } from '#model/documents/documentUri.ts';
import type { HistoryEntry } from '#model/documents/historyEntry.ts';
import type { LocalHistory } from '#model/documents/localHistory.ts';
import { formatAgo, formatDateTimeWithSeconds } from '#text/localFormat.ts';

const { t } = vscode.l10n;

/** Undefined where there is none, or it is not kept any more. */
export interface EntryTexts {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export async function readTexts(history: LocalHistory, { before, after }: HistoryEntry): Promise<EntryTexts> {
  const read = async (name: string | undefined) => (name === undefined ? undefined : history.text(name));
  return { before: await read(before), after: await read(after) };
}

export function historyItem(entry: HistoryEntry, texts: EntryTexts): PickItem<HistoryEntry> {
  return {
    label: describe(entry, texts),
    description: formatAgo(entry.at, Date.now()),
    detail: formatDateTimeWithSeconds(entry.at),
    iconPath: new vscode.ThemeIcon(icons[entry.action]),
    value: entry,
  };
}

const icons: Readonly<Record<HistoryEntry['action'], string>> = {
  create: 'add',
  delete: 'trash',
  merge: 'git-merge',
  restore: 'discard',
  save: 'save',
  update: 'edit',
};

function describe({ action, part }: HistoryEntry, { after }: EntryTexts): string {
  switch (action) {
    case 'create':
      return t('Created');
    case 'delete':
      return t('Deleted');
    case 'restore':
      return t('Restored');
    case 'save':
      return t('Saved {0}', partName(part));
    case 'merge':
      return t('Merged and saved {0}', partName(part));
    case 'update':
      return describeUpdate(after);
  }
}

function partName(part: DocumentPart | undefined): string {
  if (part === 'groups') return t('groups');
  return part === 'record' ? t('fields') : t('filters');
}

function describeUpdate(after: string | undefined): string {
  const fields: Readonly<Record<string, unknown>> = after === undefined ? {} : JSON.parse(after);
  const { name, description, pinned } = fields;
  if (typeof name === 'string') return t('Renamed to “{0}”', name);
  if (description !== undefined) return t('Changed the description');
  if (pinned !== undefined) return pinned === true ? t('Pinned') : t('Unpinned');
  return t('Changed fields');
}
