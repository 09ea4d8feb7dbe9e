// Where a record's documents are: their tabs follow what was done to the record, and one with unsaved text is never
// touched.
import * as vscode from 'vscode';
import { type DocumentTab, findDocumentTabs } from '../host/tabs.ts';
import { scheme } from '../manifest.ts';
import type { Catalog } from '../model/catalog.ts';
import { choosePlace, type DocumentRef, formatPlace, parsePlace } from '../model/documents.ts';
import { nameOf } from '../model/records.ts';
import { isSameRecord, type RecordRef } from '../model/refs.ts';

export interface PlacedDocument {
  readonly uri: vscode.Uri;
  /** What its record is called. */
  readonly name: string;
}

/**
 * The document where it is open already, so that there is one text of it whatever its record was called when it was
 * opened; else at a new address. Throws ApiError.
 */
export async function placeDocument(catalog: Catalog, ref: DocumentRef): Promise<PlacedDocument> {
  const record = catalog.get(ref) ?? (await catalog.retrieve(ref));
  const open = findDocumentTabs(scheme).map((tab) => tab.uri);
  const name = nameOf(record);
  const uri = vscode.Uri.from({ scheme, ...choosePlace(ref, name, open) });
  return { uri, name: name ?? vscode.l10n.t('#{0}', ref.id) };
}

/** Opens the record's clean tabs again under the name that it has now. A pinned one stays, or it would lose its place. */
export async function renameTabs(ref: RecordRef, name: string): Promise<void> {
  for (const { tab, uri: old, viewType } of cleanTabs(ref)) {
    const place = parsePlace(old);
    const uri = place && vscode.Uri.from({ scheme, ...formatPlace(place, name) });
    if (!uri || tab.isPinned || old.path === uri.path) continue;
    const options = { viewColumn: tab.group.viewColumn, preserveFocus: true, preview: tab.isPreview };
    await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
    await close(ref, old); // a preview has been replaced by the one that was just opened
  }
}

export async function closeTabs(ref: RecordRef): Promise<void> {
  for (const { uri } of cleanTabs(ref)) await close(ref, uri);
}

async function close(ref: RecordRef, uri: vscode.Uri): Promise<void> {
  const open = cleanTabs(ref).filter((other) => other.uri.path === uri.path);
  if (open.length > 0) {
    await vscode.window.tabGroups.close(
      open.map(({ tab }) => tab),
      true,
    );
  }
}

function cleanTabs(ref: RecordRef): readonly DocumentTab[] {
  return findDocumentTabs(scheme).filter(({ tab, uri }) => {
    const other = parsePlace(uri);
    return !tab.isDirty && other !== undefined && isSameRecord(other, ref);
  });
}
