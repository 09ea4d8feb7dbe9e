// editors/filters/ edits filters and explains them, in a page of its own and in VS Code's text editor; of editors/, it
// imports only records/. The filters editor is a webview on VS Code's own TextDocument, so VS Code provides the dirty
// dot, undo, save, revert, hot exit and "Reopen as Text".
import path from 'node:path';
import * as vscode from 'vscode';
import type { LeftReport, StoppedPages } from '#host/pages/stoppedPages.ts';
import { watchDisposal } from '#host/disposables.ts';
import { filtersEditorViewType } from '#manifest.ts';
import type { CalculationWatch } from '#model/records/calculationWatch.ts';
import type { Connections } from '#model/connections/connections.ts';
import { formatDocumentRef, parseFiltersPlace, parsePlace } from '#model/documents/documentUri.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { StructureDrafts as Drafts } from '#model/documents/structureDrafts.ts';
import type { FiltersPanel, PanelContext } from './filtersPanel.ts';
import type { SharedDocument } from './sharedDocument.ts';

export interface FiltersEditorOptions extends Omit<PanelContext, 'drafts' | 'pages' | 'isFirst'> {
  readonly extensionUri: vscode.Uri;
  /** Fires with a document's URI when its `readonlyReason` or `unsavableReason` may have changed. */
  readonly onDidChangeReadonly: vscode.Event<vscode.Uri>;
  readonly calculations: CalculationWatch;
  readonly pages: Pick<StoppedPages, 'asked' | 'left'>;
  readonly connections: PanelContext['connections'] & Pick<Connections, 'numbered'>;
  /** The folder for JSON that is typed but not applied to a document. */
  readonly draftsFolder: string;
}

export function registerFiltersEditor(options: FiltersEditorOptions): vscode.Disposable {
  const editors = new FiltersEditors(options);
  return vscode.Disposable.from(
    vscode.window.registerCustomEditorProvider(filtersEditorViewType, editors, {
      // The last changes may still be on their way to the document when another tab is shown.
      webviewOptions: { retainContextWhenHidden: true, enableFindWidget: false },
      supportsMultipleEditorsPerDocument: true,
    }),
    vscode.workspace.onDidChangeTextDocument((event) => editors.changed(event)),
    vscode.workspace.onWillSaveTextDocument((event) => editors.willSave(event)),
    options.calculations.onDidChange((ref) => editors.sendResult(ref)),
    options.onDidChangeReadonly((uri) => editors.sendOptions(uri)),
    options.saves.onDidChange((uri) => editors.sendSave(uri)),
  );
}

interface ShownDocument {
  readonly shared: SharedDocument;
  readonly panels: Set<FiltersPanel>;
}

class FiltersEditors implements vscode.CustomTextEditorProvider {
  readonly #options: FiltersEditorOptions;
  #drafts: Drafts | undefined;
  /** Documents with a panel, by URI. */
  readonly #shown = new Map<string, ShownDocument>();

  constructor(options: FiltersEditorOptions) {
    this.#options = options;
  }

  async resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void> {
    this.#options.pages.asked({ viewType: panel.viewType, uri: document.uri }, panel);
    const isGone = watchDisposal(panel);
    const { extensionUri, draftsFolder, log, connections } = this.#options;
    const [{ FiltersPanel, StructureDrafts, SharedDocument }, showPage] = await Promise.all([
      import('./filtersEditorParts.ts'),
      import('#host/pages/webviewHtml.ts').then(({ loadPage }) => loadPage(extensionUri, 'filters')),
    ]);
    if (isGone()) return;
    const key = document.uri.toString();
    const shown = this.#shown.get(key) ?? { shared: new SharedDocument(document), panels: new Set() };
    this.#shown.set(key, shown);
    const keyOf = (address: string): string => {
      const ref = parsePlace(vscode.Uri.parse(address));
      return ref ? formatDocumentRef(connections.numbered(ref)) : address;
    };
    const onDraftsError = (error: unknown) => log.warn('The stored drafts are damaged.', error);
    const drafts = (this.#drafts ??= new StructureDrafts(draftsFolder, onDraftsError, keyOf));
    const pages = { left: (report: LeftReport) => this.#options.pages.left(panel, report) };
    const isFirst = shown.panels.size === 0;
    const context = { ...this.#options, drafts, pages, isFirst };
    const filtersPanel = new FiltersPanel(shown.shared, panel, context);
    shown.panels.add(filtersPanel);
    panel.onDidDispose(() => {
      shown.panels.delete(filtersPanel);
      filtersPanel.dispose([...shown.panels].at(-1));
      if (shown.panels.size === 0 && this.#shown.get(key) === shown) this.#shown.delete(key);
    });
    showPage(panel.webview, {
      title: path.posix.basename(document.uri.path),
      reopen: { viewType: filtersEditorViewType, uri: key },
      data: filtersPanel.embed(),
    });
  }

  changed(event: vscode.TextDocumentChangeEvent): void {
    this.#shown.get(event.document.uri.toString())?.shared.changed(event);
  }

  /** A save waits until the last changes are in the document. */
  willSave(event: vscode.TextDocumentWillSaveEvent): void {
    const shown = this.#shown.get(event.document.uri.toString());
    if (shown) event.waitUntil(Promise.all([...shown.panels].map((panel) => panel.flush())));
  }

  sendResult(ref: RecordRef): void {
    for (const { shared, panels } of this.#shown.values()) {
      const place = parseFiltersPlace(shared.document.uri);
      if (place && isSameRecord(place, ref)) for (const panel of panels) panel.sendResult();
    }
  }

  sendSave(uri: vscode.Uri): void {
    for (const panel of this.#shown.get(uri.toString())?.panels ?? []) panel.sendSave();
  }

  sendOptions(uri: vscode.Uri): void {
    for (const panel of this.#shown.get(uri.toString())?.panels ?? []) panel.sendOptions();
  }
}
