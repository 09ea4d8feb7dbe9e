// Pages that an extension host before this one has left behind. VS Code keeps them as they are, and nobody receives what is
// typed into them, so the document of such a page may lack text that the person sees. The one that shows is opened again.
import * as vscode from 'vscode';
import {
  cohortEditorViewType,
  dashboardEditorViewType,
  filtersEditorViewType,
  personsEditorViewType,
  scheme,
  tableEditorViewType,
} from '#manifest.ts';
import {
  activeDocumentTab,
  type DocumentTab,
  findDocumentTabs,
  findTabsOf,
  findTextDocument,
} from './tabs.ts';

const viewTypes: ReadonlySet<string> = new Set([
  filtersEditorViewType,
  tableEditorViewType,
  personsEditorViewType,
  dashboardEditorViewType,
  cohortEditorViewType,
]);

/** VS Code asks for a page that shows as soon as the extension is active, or the tab is. */
const maxAskMs = 3000;

export interface StoppedPagesOptions {
  /** Whether a browser does not let pages keep what was typed. */
  readonly cannotKeep: { read(): unknown; write(value: unknown): Promise<void> };
  readonly reopen: (tab: DocumentTab) => void;
}

export class StoppedPages implements vscode.Disposable {
  readonly #options: StoppedPagesOptions;
  /** Tabs that were open as this host started, and whose page has not started in it yet. */
  readonly #left: Set<string>;
  /** Those that VS Code has asked for since, or has been told to open again. */
  readonly #asked = new Set<string>();
  /** Documents of pages that have started since: a save of what the document had before may still be on its way. */
  readonly #started = new Set<string>();
  #isRestarted: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #subscription: vscode.Disposable;

  constructor(options: StoppedPagesOptions) {
    this.#options = options;
    const documents = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme);
    const isOpen = (uri: vscode.Uri) => documents.some((one) => one.uri.toString() === uri.toString());
    const tabs = findDocumentTabs().filter(({ viewType, uri }) =>
      // A window that is loading reads the document first, and a slow service may take its time.
      viewType === filtersEditorViewType ? isOpen(uri) : viewTypes.has(viewType),
    );
    this.#left = new Set(tabs.map(keyOf));
    // A window that has just loaded has documents without edits.
    this.#isRestarted = documents.some(({ version }) => version > 1);
    this.#subscription = vscode.window.tabGroups.onDidChangeTabs(() => this.#reopenActive());
    this.#reopenActive();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }

  /** A page keeps nothing, so it stays until the person reopens it. */
  async noteCannotKeep(): Promise<void> {
    if (this.#options.cannotKeep.read() !== true) await this.#options.cannotKeep.write(true);
  }

  /** The next page takes in what was typed into the one that was left. */
  #reopenActive(): void {
    clearTimeout(this.#timer);
    const tab = activeDocumentTab();
    if (!tab || !this.#isLeft(tab)) return;
    this.#timer = setTimeout(
      () => {
        const active = activeDocumentTab();
        if (!active || keyOf(active) !== keyOf(tab) || !this.#isLeft(tab)) return;
        this.#isRestarted = true;
        this.#asked.add(keyOf(tab));
        if (this.#options.cannotKeep.read() !== true) this.#options.reopen(active);
      },
      this.#isRestarted ? 0 : maxAskMs,
    );
  }

  #isLeft(tab: DocumentTab): boolean {
    return this.#left.has(keyOf(tab)) && !this.#asked.has(keyOf(tab));
  }

  /** Call when VS Code asks for the page of a tab. */
  asked(viewType: string, uri: vscode.Uri): void {
    this.#asked.add(keyOf({ viewType, uri }));
  }

  /** The filters page of a document has started, and what an earlier one had left is in the document. */
  started(uri: vscode.Uri): void {
    if (this.#left.delete(keyOf({ viewType: filtersEditorViewType, uri }))) this.#started.add(uri.toString());
  }

  /**
   * Whether a page may have text that is not in a save of its document. VS Code asks a host for each page that shows; one
   * that does not show and was not asked for is left behind only if the host was restarted.
   */
  mayHoldMore(uri: vscode.Uri, saved: Uint8Array): boolean {
    const key = keyOf({ viewType: filtersEditorViewType, uri });
    const pages = findTabsOf(uri).filter(({ viewType }) => viewType === filtersEditorViewType);
    if (this.#left.has(key))
      return pages.some(({ tab }) => this.#isRestarted || tab.isActive || this.#asked.has(key));
    if (!this.#started.has(uri.toString())) return false;
    const isOlder = new TextDecoder().decode(saved) !== findTextDocument(uri)?.getText();
    if (!isOlder) this.#started.delete(uri.toString());
    return isOlder && pages.length > 0;
  }
}

function keyOf({ viewType, uri }: Pick<DocumentTab, 'viewType' | 'uri'>): string {
  return `${viewType} ${uri.toString()}`;
}
