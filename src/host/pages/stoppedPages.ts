// Pages that an extension host before this one has left behind. VS Code keeps them as they are, and nobody receives what is
// typed into them, so the document of such a page may lack text that the person sees. Those that show are opened again.
import * as vscode from 'vscode';
import {
  cohortEditorViewType,
  dashboardEditorViewType,
  filtersEditorViewType,
  personsEditorViewType,
  scheme,
  tableEditorViewType,
} from '#manifest.ts';
import { type DocumentTab, findDocumentTabs, findTabsOf, findTextDocument, toDocumentTab } from './tabs.ts';

const viewTypes: ReadonlySet<string> = new Set([
  filtersEditorViewType,
  tableEditorViewType,
  personsEditorViewType,
  dashboardEditorViewType,
  cohortEditorViewType,
]);

/** VS Code asks for a page that shows as soon as the extension is active, or the tab is. */
const maxAskMs = 3000;
/** A page that was opened says within this time what earlier ones have left, also of a long text on a busy machine. */
const maxLeftMs = 60_000;

type Address = Pick<DocumentTab, 'viewType' | 'uri'>;
type Panel = Pick<vscode.WebviewPanel, 'viewColumn' | 'onDidDispose'>;

/** What a page says once it has taken what earlier ones have left. */
export interface LeftReport {
  /** Whether the browser lets pages leave something. */
  readonly canKeep: boolean;
  /** An earlier page still has a text that it could not leave. */
  readonly isTooLong: boolean;
  /** Whether it has the focus, or an earlier page had. */
  readonly hasFocus: boolean;
}

export interface StoppedPagesOptions {
  /** Whether a browser does not let pages keep what was typed. */
  readonly cannotKeep: Memory;
  /** The session of VS Code's window that a host of the folder was in last. */
  readonly lastSession: Memory;
  /** VS Code names each loading of a window; editors without telemetry have one name for all. */
  readonly session: string;
  readonly reopen: (address: Address) => Thenable<unknown>;
  readonly onError?: (error: unknown) => void;
}

interface Memory {
  read(): unknown;
  write(value: unknown): Promise<void>;
}

export class StoppedPages implements vscode.Disposable {
  readonly #options: StoppedPagesOptions;
  /** What was open as this host started, and may have stopped pages. */
  readonly #open: Set<string>;
  /** Pages that VS Code has asked this host for, with their keys. */
  readonly #live = new Map<Panel, string>();
  /** Documents that have what an earlier page had left. */
  readonly #taken = new Set<string>();
  /** What was reopened by itself, by key and column: once is enough. */
  readonly #reopened = new Set<string>();
  /** Documents of pages that have started since: a save of what the document had before may still be on its way. */
  readonly #started = new Set<string>();
  readonly #left = new vscode.EventEmitter<{ readonly key: string; readonly report: LeftReport }>();
  #isRestarted: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReopening = false;
  readonly #subscription: vscode.Disposable;

  constructor(options: StoppedPagesOptions) {
    this.#options = options;
    const documents = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme);
    const isOpen = (uri: vscode.Uri) => documents.some((one) => one.uri.toString() === uri.toString());
    const tabs = findDocumentTabs().filter(({ viewType, uri }) =>
      // A window that is loading reads the document first, and a slow service may take its time.
      viewType === filtersEditorViewType ? isOpen(uri) : viewTypes.has(viewType),
    );
    this.#open = new Set(tabs.map(keyOf));
    // A window that has just loaded has documents without edits.
    this.#isRestarted = isSameWindow(options) || documents.some(({ version }) => version > 1);
    this.#subscription = vscode.window.tabGroups.onDidChangeTabs(() => this.#reopenVisible());
    this.#reopenVisible();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
    this.#left.dispose();
  }

  /** Call when VS Code asks for the page of a tab. */
  asked(address: Address, panel: Panel): void {
    this.#live.set(panel, keyOf(address));
    panel.onDidDispose(() => this.#live.delete(panel));
  }

  /** A page has started, and what an earlier one had left is in the document, if it could leave it. */
  async left(panel: Panel, report: LeftReport): Promise<void> {
    const { canKeep, isTooLong } = report;
    const key = this.#live.get(panel);
    if (key !== undefined) {
      if (!isTooLong && this.#open.has(key) && !this.#taken.has(key)) {
        this.#taken.add(key);
        this.#started.add(key);
      }
      this.#left.fire({ key, report });
    }
    // A page that keeps nothing stays until the person reopens it.
    const { cannotKeep } = this.#options;
    if ((cannotKeep.read() === true) === canKeep) await cannotKeep.write(!canKeep);
  }

  /** What the next page of a document says as it has started; undefined if it does not start. */
  async whenLeft(address: Address): Promise<LeftReport | undefined> {
    const { promise, resolve } = Promise.withResolvers<LeftReport | undefined>();
    const subscription = this.#left.event(({ key, report }) => key === keyOf(address) && resolve(report));
    const timer = setTimeout(() => resolve(undefined), maxLeftMs);
    const report = await promise;
    subscription.dispose();
    clearTimeout(timer);
    return report;
  }

  /** The tabs whose page was open before this host, and is not one of this host's: two may show the same. */
  stoppedTabs(address: Address): readonly vscode.Tab[] {
    const key = keyOf(address);
    if (!this.#open.has(key)) return [];
    const tabs = findTabsOf(address.uri).filter(({ viewType }) => viewType === address.viewType);
    const columns = [...this.#live].flatMap(([{ viewColumn }, one]) => (one === key ? [viewColumn] : []));
    if (tabs.length <= columns.length) return []; // VS Code may be moving one
    return tabs.flatMap(({ tab }) => (columns.includes(tab.group.viewColumn) ? [] : [tab]));
  }

  /** The next page takes in what was typed into the one that was left. */
  #reopenVisible(): void {
    clearTimeout(this.#timer);
    if (this.#stoppedVisible().length === 0) return;
    this.#timer = setTimeout(() => void this.#reopenEach(), this.#isRestarted ? 0 : maxAskMs);
  }

  /** One after the other: while a page is reopened, what is behind it shows for a moment. */
  async #reopenEach(): Promise<void> {
    if (this.#isReopening) return;
    this.#isReopening = true;
    try {
      for (let pages = this.#stoppedVisible(); pages[0]; pages = this.#stoppedVisible()) {
        this.#isRestarted = true;
        const { address } = pages[0]; // all that show it are reopened together
        for (const page of pages) if (keyOf(page.address) === keyOf(address)) this.#reopened.add(page.place);
        try {
          if (this.#options.cannotKeep.read() !== true) await this.#options.reopen(address);
        } catch (error) {
          this.#options.onError?.(error); // others are reopened nevertheless
        }
      }
    } finally {
      this.#isReopening = false;
    }
  }

  #stoppedVisible(): readonly { readonly address: Address; readonly place: string }[] {
    return vscode.window.tabGroups.all.flatMap(({ activeTab, viewColumn }) => {
      const address = activeTab && toDocumentTab(activeTab);
      if (!address || !this.stoppedTabs(address).includes(activeTab)) return [];
      const place = `${viewColumn} ${keyOf(address)}`;
      return this.#reopened.has(place) ? [] : [{ address, place }];
    });
  }

  /**
   * Whether a page may have text that is not in a save of its document. VS Code asks a host for each page that shows; one
   * that does not show and was not asked for is left behind only if the host was restarted.
   */
  mayHoldMore(uri: vscode.Uri, saved: Uint8Array): boolean {
    const address = { viewType: filtersEditorViewType, uri };
    const key = keyOf(address);
    const pages = findTabsOf(uri).filter(({ viewType }) => viewType === filtersEditorViewType);
    if (!this.#open.has(key) || pages.length === 0) return false;
    const hasTaken = this.#taken.has(key); // of pages that do not show, too
    const isAsked = [...this.#live.values()].includes(key);
    const isStopped = this.stoppedTabs(address).some(
      (tab) => tab.isActive || (this.#isRestarted && !hasTaken),
    );
    if (isStopped || (isAsked && !hasTaken)) return true;
    if (!this.#started.has(key)) return false;
    const isOlder = new TextDecoder().decode(saved) !== findTextDocument(uri)?.getText();
    if (!isOlder) this.#started.delete(key);
    return isOlder;
  }
}

/** Whether a host before this one was in the same window. */
function isSameWindow({ session, lastSession, onError }: StoppedPagesOptions): boolean {
  if (!/\d{13}$/.test(session)) return false;
  if (lastSession.read() === session) return true;
  lastSession.write(session).catch((error: unknown) => onError?.(error));
  return false;
}

function keyOf({ viewType, uri }: Address): string {
  return `${viewType} ${uri.toString()}`;
}
