import * as vscode from 'vscode';
import { filtersEditorViewType } from '#manifest.ts';
import { isQuickInputOpen } from '#host/input/showQuickInput.ts';
import { isPageFocused } from './pageFocus.ts';

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

/** Whether the filters of a document are in sight as their page. */
export function isFiltersPageShown(uri: vscode.Uri): boolean {
  return findTabsOf(uri).some(({ tab, viewType }) => tab.isActive && viewType === filtersEditorViewType);
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

// Whether code may give the focus to the tree: not if a person has moved to an editor or terminal while a command was
// running. VS Code does not say what has the focus, so this follows what was used last.
let lastUsed: 'tree' | 'editor' | 'terminal' = 'tree';
let uses = 0;

/** A command was run on an item of the tree, or by a key in it. */
export function treeUsed(): void {
  lastUsed = 'tree';
  uses++;
}

/** How often the tree was used: another number later means that it was used meanwhile. */
export function treeUses(): number {
  return uses;
}

/** Follows editors and terminals alone: a page is asked whether it has the focus when that matters. */
export function watchFocus(): vscode.Disposable {
  const editorUsed = (): void => void (lastUsed = 'editor');
  const terminalUsed = (): void => void (lastUsed = 'terminal');
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => editor && editorUsed()),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => kind !== undefined && editorUsed()),
    vscode.window.onDidChangeActiveTerminal((terminal) => terminal && terminalUsed()),
  );
}

export async function mayFocusTree(): Promise<boolean> {
  if (await isPageFocused()) return false;
  const { activeTerminal, tabGroups } = vscode.window;
  const isEditorUsed = lastUsed === 'editor' && tabGroups.activeTabGroup.activeTab !== undefined;
  const isTerminalUsed = lastUsed === 'terminal' && activeTerminal !== undefined;
  return !isQuickInputOpen() && !isEditorUsed && !isTerminalUsed; // as it is now, not before the page replied
}
