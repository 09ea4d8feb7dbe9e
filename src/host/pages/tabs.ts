import * as vscode from 'vscode';

/** A tab that shows one document, and the document's URI. */
export interface DocumentTab {
  readonly tab: vscode.Tab;
  readonly uri: vscode.Uri;
  /** The custom editor's view type; `default` for the text editor. */
  readonly viewType: string;
}

/** Undefined for a tab that shows no document or two of them. */
export function toDocumentTab(tab: vscode.Tab): DocumentTab | undefined {
  const input: unknown = tab.input;
  if (input instanceof vscode.TabInputCustom) return { tab, uri: input.uri, viewType: input.viewType };
  if (input instanceof vscode.TabInputText) return { tab, uri: input.uri, viewType: 'default' };
  return undefined;
}

/** The tabs that show documents, of one scheme if given. */
export function findDocumentTabs(scheme?: string): readonly DocumentTab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) => toDocumentTab(tab) ?? [])
    .filter(({ uri }) => scheme === undefined || uri.scheme === scheme);
}

/** The tabs that show one document: the active one first, then those of the active group. */
export function findTabsOf(uri: vscode.Uri): readonly DocumentTab[] {
  const tabs = findDocumentTabs(uri.scheme).filter((open) => open.uri.toString() === uri.toString());
  const rank = ({ tab }: DocumentTab) => (tab.group.isActive ? (tab.isActive ? 0 : 1) : 2);
  return tabs.toSorted((a, b) => rank(a) - rank(b));
}

/** The tabs of webviews that show no document. */
export function findPanelTabs(viewType: string): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && isOfType(input, viewType));
}

/** VS Code puts a prefix of its own before the type. */
function isOfType(input: vscode.TabInputWebview, viewType: string): boolean {
  return input.viewType === viewType || input.viewType.endsWith(`-${viewType}`);
}

/** The document in the active tab. */
export function activeDocumentTab(): DocumentTab | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab && toDocumentTab(tab);
}

/** The text that VS Code has open at an address, with or without a tab. */
export function findTextDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
}

/**
 * After a save that ended without an error, VS Code reports the document to extensions as saved, even if its text was
 * changed meanwhile. Its tabs know better.
 */
export function isUnsaved(document: vscode.TextDocument | undefined): boolean {
  if (!document || document.isDirty) return document !== undefined;
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some((tab) => {
    const input: unknown = tab.input;
    const uri = input instanceof vscode.TabInputTextDiff ? input.modified : toDocumentTab(tab)?.uri;
    return tab.isDirty && uri?.toString() === document.uri.toString();
  });
}
