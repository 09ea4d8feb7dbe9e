// Pages that an extension host before this one has left behind. VS Code keeps them as they are, and nobody receives what is
// typed into them, so the document of such a page may lack text that the person sees.
import * as vscode from 'vscode';
import { cohortEditorViewType, dashboardEditorViewType, filtersEditorViewType, scheme } from '#manifest.ts';
import { personsEditorViewType, tableEditorViewType } from '#manifest.ts';
import { findDocumentTabs, findTabsOf } from './tabs.ts';

const viewTypes: ReadonlySet<string> = new Set([
  filtersEditorViewType,
  tableEditorViewType,
  personsEditorViewType,
  dashboardEditorViewType,
  cohortEditorViewType,
]);

export class StoppedPages {
  /** Tabs that were open as this host started, and whose page it has not been asked for since. */
  readonly #left: Set<string>;
  readonly #isRestarted: boolean;

  constructor() {
    const tabs = findDocumentTabs().filter(({ viewType }) => viewTypes.has(viewType));
    this.#left = new Set(tabs.map(({ viewType, uri }) => keyOf(viewType, uri)));
    // A window that has just loaded has documents without edits.
    const documents = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme);
    this.#isRestarted = documents.some(({ version }) => version > 1);
  }

  /** Call when VS Code asks for the page of a tab. */
  asked(viewType: string, uri: vscode.Uri): void {
    this.#left.delete(keyOf(viewType, uri));
  }

  /**
   * Whether the page of a document may have text that the document lacks. VS Code asks a host for each page that shows;
   * one that does not show and was not asked for is left behind only if the host was restarted.
   */
  mayHoldText(uri: vscode.Uri): boolean {
    if (!this.#left.has(keyOf(filtersEditorViewType, uri))) return false;
    const pages = findTabsOf(uri).filter(({ viewType }) => viewType === filtersEditorViewType);
    return pages.some(({ tab }) => this.#isRestarted || tab.isActive);
  }
}

function keyOf(viewType: string, uri: vscode.Uri): string {
  return `${viewType} ${uri.toString()}`;
}
