// The documents of records: which URI they have, and how their tabs are opened.
import * as vscode from 'vscode';
import { activeDocumentTab, findDocumentTabs, findTabsOf } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { Catalog } from '#model/records/catalog.ts';
import {
  choosePagePlace,
  choosePlace,
  type DocumentRef,
  type PageKind,
  parseRecordPlace,
} from '#model/documents/documentUri.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

export interface LocateDeps {
  readonly catalog: Catalog;
  readonly connections: Connections;
}

export interface LocatedDocument {
  readonly uri: vscode.Uri;
  /** The record's name, or `#42`. */
  readonly name: string;
}

/**
 * The URI of the open document if there is one, because a rename since then must not open a second text; else a new
 * URI with the record's name. Throws ApiError.
 */
export async function locateDocument(
  { catalog, connections }: LocateDeps,
  ref: DocumentRef,
): Promise<LocatedDocument> {
  const record = catalog.get(ref) ?? (await catalog.retrieve(ref));
  const name = nameOf(record);
  return { uri: documentUri(connections, ref, name), name: name ?? vscode.l10n.t('#{0}', ref.id) };
}

/** As `locateDocument`, of a record whose name is known. */
export function documentUri(
  connections: Connections,
  ref: DocumentRef,
  name: string | undefined,
): vscode.Uri {
  const open = findDocumentTabs(scheme).map(({ uri }) => uri);
  return vscode.Uri.from({ scheme, ...choosePlace(ref, name, open, connections.placeName(ref)) });
}

/** The address that a page is open at, whatever its record was called then; else one with the name. */
export function locatePage(
  connections: Connections,
  ref: RecordRef,
  name: string | undefined,
  page: PageKind,
): vscode.Uri {
  const open = findDocumentTabs(scheme).map(({ uri }) => uri);
  return vscode.Uri.from({ scheme, ...choosePagePlace(ref, name, open, page, connections.placeName(ref)) });
}

/** The document or page whose tab or title bar has the button; from the palette, the one in the active editor. */
export function shownUri(args: readonly unknown[]): vscode.Uri | undefined {
  const [given] = args;
  const uri = given instanceof vscode.Uri ? given : args.length === 0 ? activeDocumentTab()?.uri : undefined;
  return uri?.scheme === scheme ? uri : undefined;
}

export function shownRecord(args: readonly unknown[]): RecordRef | undefined {
  const uri = shownUri(args);
  return uri && parseRecordPlace(uri);
}

/** VS Code's name for its text editor. */
export const textEditorViewType = 'default';

/**
 * Shows an open document in the editor that it is open in, else opens it in `viewType`. A person who asks for the text
 * editor wants no other one, so it replaces the filters page.
 * @param column where it opens if it is not open yet
 */
export async function showDocument(
  uri: vscode.Uri,
  viewType: string,
  column?: vscode.ViewColumn,
): Promise<void> {
  const open = findTabsOf(uri);
  const shown = open.find((one) => one.viewType === viewType) ?? open[0];
  await openIn(uri, shown?.viewType ?? viewType, shown?.tab.group.viewColumn ?? column);
  const wantsText = viewType === textEditorViewType && shown?.viewType !== viewType;
  if (shown && wantsText) await reopen(uri, viewType);
}

/**
 * Shows the document of the active tab in another editor: in a tab that has it already, else in place of the active one.
 * With unsaved text the old tab stays, because closing it would ask whether to save.
 * @param column where the pressed button is; its group may not be the active one yet
 */
export async function reopen(uri: vscode.Uri, viewType: string, column?: vscode.ViewColumn): Promise<void> {
  const open = findTabsOf(uri);
  const other = open.find((one) => one.viewType === viewType);
  const pressed = open.find(({ tab }) => tab.isActive && tab.group.viewColumn === column);
  const active = pressed ?? activeDocumentTab();
  await openIn(uri, viewType, (other ?? active)?.tab.group.viewColumn);
  if (other || !active || active.tab.isDirty || active.tab.isPinned) return;
  if (active.viewType === viewType) return;
  if (active.uri.toString() === uri.toString()) await vscode.window.tabGroups.close(active.tab, true);
}

async function openIn(
  uri: vscode.Uri,
  viewType: string,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const options = viewColumn === undefined ? {} : { viewColumn };
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
}

/** What the tab of a cohort's persons is called. */
export function personsTitle({ id }: RecordRef, name: string | undefined): string {
  return vscode.l10n.t('Persons of {0}', name ?? vscode.l10n.t('cohort #{0}', id));
}
