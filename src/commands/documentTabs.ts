// Where a record's documents are: their tabs follow what was done to the record, and one with unsaved text is never
// touched.
import * as vscode from 'vscode';
import { activeDocumentTab, type DocumentTab, findDocumentTabs, findTabsOf } from '#host/tabs.ts';
import { scheme } from '#manifest.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { choosePlace, type DocumentRef, formatPlace, parsePlace } from '#model/documents/documentUri.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { isSameRecord, type ProjectRef, type RecordRef } from '#model/records/recordRef.ts';

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

/**
 * Shows a document where it is open already, in the editor that the person chose for it there; else opens it. `isNamed`:
 * the person asked for this very editor, so that one of another kind gives way to it.
 */
export async function showDocument(uri: vscode.Uri, viewType: string, isNamed: boolean): Promise<void> {
  const open = findTabsOf(uri);
  const shown = open.find((one) => one.viewType === viewType) ?? open[0];
  await openIn(uri, shown?.viewType ?? viewType, shown);
  if (isNamed && shown && shown.viewType !== viewType) await reopen(uri, viewType);
}

/**
 * Shows the document of the active tab in another kind of editor: where that is open already, else in the tab's place.
 * With unsaved text the tab stays beside the new one, because the editor would ask whether to save before it goes.
 * `column`: of the page whose button was pressed, which is told of sooner than that its group is the active one now.
 */
export async function reopen(uri: vscode.Uri, viewType: string, column?: vscode.ViewColumn): Promise<void> {
  const open = findTabsOf(uri);
  const other = open.find((one) => one.viewType === viewType);
  const pressed = open.find(({ tab }) => tab.isActive && tab.group.viewColumn === column);
  const active = pressed ?? activeDocumentTab();
  await openIn(uri, viewType, other ?? active);
  if (other || !active || active.tab.isDirty || active.tab.isPinned) return;
  if (active.viewType === viewType) return;
  if (active.uri.toString() === uri.toString()) await vscode.window.tabGroups.close(active.tab, true);
}

async function openIn(uri: vscode.Uri, viewType: string, beside: DocumentTab | undefined): Promise<void> {
  const options = beside ? { viewColumn: beside.tab.group.viewColumn } : {};
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
}

/** A connection, or one of its projects. */
export type Within = Pick<ProjectRef, 'connectionId'> & Partial<ProjectRef>;

/** Documents of a connection, or of one of its projects, with text that was not saved. */
export function unsavedIn(within: Within): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter((document) => document.isDirty && isIn(document.uri, within));
}

/** Closes what shows documents of a connection, or of one of its projects, and has no unsaved text. */
export async function closeTabsIn(within: Within): Promise<void> {
  const tabs = findDocumentTabs(scheme).filter(({ tab, uri }) => !tab.isDirty && isIn(uri, within));
  await vscode.window.tabGroups.close(
    tabs.map(({ tab }) => tab),
    true,
  );
}

function isIn(uri: vscode.Uri, within: Within): boolean {
  const ref = uri.scheme === scheme ? parsePlace(uri) : undefined;
  if (!ref || ref.connectionId !== within.connectionId) return false;
  return within.projectId === undefined || ref.projectId === within.projectId;
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
