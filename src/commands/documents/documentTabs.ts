// The documents of records: which URI they have, and how their tabs are opened.
import * as vscode from 'vscode';
import { displayText } from '#text/displayText.ts';
import {
  activeDocumentTab,
  type DocumentTab,
  findDocumentTabs,
  findTabsOf,
  isUnsaved,
} from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import {
  choosePagePlace,
  choosePlace,
  type DocumentRef,
  type PageKind,
  parseRecordPlace,
} from '#model/documents/documentUri.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';

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
function documentUri(connections: Connections, ref: DocumentRef, name: string | undefined): vscode.Uri {
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

// Closes the tabs of records that are gone. One with unsaved text stays as it is.

/** Closes the tabs without unsaved text. */
export async function closeTabsIn(scope: UnsavedScope): Promise<void> {
  const tabs = findDocumentTabs(scheme).filter(({ tab, uri }) => !tab.isDirty && isIn(uri, scope));
  await vscode.window.tabGroups.close(
    tabs.map(({ tab }) => tab),
    true,
  );
}

export async function closeTabs(ref: RecordRef): Promise<void> {
  for (const { uri } of savedTabs(ref)) await close(ref, uri);
}

async function close(ref: RecordRef, uri: vscode.Uri): Promise<void> {
  const open = savedTabs(ref).filter((other) => other.uri.path === uri.path);
  if (open.length > 0) {
    await vscode.window.tabGroups.close(
      open.map(({ tab }) => tab),
      true,
    );
  }
}

function savedTabs(ref: RecordRef): readonly DocumentTab[] {
  return findDocumentTabs(scheme).filter(({ tab, uri }) => {
    const other = parseRecordPlace(uri);
    return !tab.isDirty && other !== undefined && isSameRecord(other, ref);
  });
}

/** A connection, or one of its projects. */
export type UnsavedScope = Pick<ProjectRef, 'connectionId'> & Partial<ProjectRef>;

/** Documents with unsaved text. */
export function unsavedIn(scope: UnsavedScope): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    (document) => isIn(document.uri, scope) && isUnsaved(document),
  );
}

/** The same of one record. */
export function unsavedOf(ref: RecordRef): readonly vscode.TextDocument[] {
  return unsavedIn(ref).filter(({ uri }) => {
    const other = parseRecordPlace(uri);
    return other !== undefined && isSameRecord(other, ref);
  });
}

/** Whether a document belongs to it. */
function isIn(uri: vscode.Uri, scope: UnsavedScope): boolean {
  const ref = uri.scheme === scheme ? parseRecordPlace(uri) : undefined;
  if (!ref || ref.connectionId !== scope.connectionId) return false;
  return scope.projectId === undefined || ref.projectId === scope.projectId;
}

export async function showDiff(left: LocatedDocument, right: LocatedDocument): Promise<void> {
  await vscode.commands.executeCommand(
    'vscode.diff',
    left.uri,
    right.uri,
    vscode.l10n.t('{0} ↔ {1}', displayText(left.name), displayText(right.name)),
    { preview: false },
  );
}
