// editors/ holds the host side of custom editors: documents belong to VS Code, webviews show and change them.
// The filters editor is a CodeMirror page over VS Code's own TextDocument, so dirty dots, undo, save, revert, hot exit
// and "Reopen as Text" are the editor's own.
import path from 'node:path';
import * as vscode from 'vscode';
import { filtersEditorViewType } from '#manifest.ts';
import type { CalculationWatch } from '#model/records/calculationWatch.ts';
import { parseFiltersPlace } from '#model/documents/documentUri.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { StructureDrafts } from '#model/documents/structureDrafts.ts';
import type { FiltersPanel } from './filtersPanel.ts';
import type { SharedDocument } from './sharedDocument.ts';

export interface FiltersEditorOptions {
  readonly extensionUri: vscode.Uri;
  /** Why a document cannot be changed, as a sentence for people; undefined where it can be. */
  readonly readonlyReason?: (uri: vscode.Uri) => string | undefined;
  /** Fires with a document's URI when the answer of `readonlyReason` may be another one. */
  readonly onDidChangeReadonly?: vscode.Event<vscode.Uri>;
  readonly calculations: CalculationWatch;
  /** Where what is being written, and in no document yet, is kept. */
  readonly draftsFolder: string;
  readonly log: { warn(message: string): void };
}

export function registerFiltersEditor(options: FiltersEditorOptions): vscode.Disposable {
  const editors = new FiltersEditors(options);
  return vscode.Disposable.from(
    vscode.window.registerCustomEditorProvider(filtersEditorViewType, editors, {
      // What was typed last may still be on its way to the document when another tab is shown.
      webviewOptions: { retainContextWhenHidden: true, enableFindWidget: false },
      supportsMultipleEditorsPerDocument: true,
    }),
    vscode.workspace.onDidChangeTextDocument((event) => editors.changed(event)),
    vscode.workspace.onWillSaveTextDocument((event) => editors.willSave(event)),
    options.calculations.onDidChange((ref) => editors.sendResult(ref)),
    options.onDidChangeReadonly?.((uri) => editors.sendOptions(uri)) ??
      new vscode.Disposable(() => undefined),
  );
}

interface OpenDocument {
  readonly shared: SharedDocument;
  readonly panels: Set<FiltersPanel>;
}

class FiltersEditors implements vscode.CustomTextEditorProvider {
  readonly #options: FiltersEditorOptions;
  #drafts: StructureDrafts | undefined;
  /** By URI; an entry lives as long as a panel of it does. */
  readonly #open = new Map<string, OpenDocument>();

  constructor(options: FiltersEditorOptions) {
    this.#options = options;
  }

  async resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void> {
    const isGone = watchDisposal(panel);
    const { extensionUri, readonlyReason = () => undefined, calculations, draftsFolder, log } = this.#options;
    // Message guards and the page are loaded with the first editor, not with the extension.
    const [{ FiltersPanel, openStructureDrafts, SharedDocument }, showPage] = await Promise.all([
      import('./openEditor.ts'),
      import('#host/webviewHtml.ts').then(({ loadPage }) => loadPage(extensionUri, 'filters')),
    ]);
    if (isGone()) return;
    const key = document.uri.toString();
    const open = this.#open.get(key) ?? { shared: new SharedDocument(document), panels: new Set() };
    this.#open.set(key, open);
    const drafts = (this.#drafts ??= openStructureDrafts(draftsFolder, (error) =>
      log.warn(`another window’s drafts could not be kept out: ${String(error)}`),
    ));
    const filtersPanel = new FiltersPanel(open.shared, panel, { readonlyReason, calculations, drafts, log });
    if (open.panels.size === 0) filtersPanel.offerLeftDrafts();
    open.panels.add(filtersPanel);
    panel.onDidDispose(() => {
      filtersPanel.dispose();
      open.panels.delete(filtersPanel);
      if (open.panels.size === 0 && this.#open.get(key) === open) this.#open.delete(key);
    });
    showPage(panel.webview, {
      title: path.posix.basename(document.uri.path),
      data: filtersPanel.embed(),
    });
  }

  changed(event: vscode.TextDocumentChangeEvent): void {
    this.#open.get(event.document.uri.toString())?.shared.changed(event);
  }

  /** A save waits until what was typed last is in the document. */
  willSave(event: vscode.TextDocumentWillSaveEvent): void {
    const open = this.#open.get(event.document.uri.toString());
    if (open) event.waitUntil(Promise.all([...open.panels].map((panel) => panel.flush())));
  }

  sendResult(ref: RecordRef): void {
    for (const { shared, panels } of this.#open.values()) {
      const shown = parseFiltersPlace(shared.document.uri);
      if (shown && isSameRecord(shown, ref)) for (const panel of panels) panel.sendResult();
    }
  }

  sendOptions(uri: vscode.Uri): void {
    for (const panel of this.#open.get(uri.toString())?.panels ?? []) panel.sendOptions();
  }
}

function watchDisposal(panel: vscode.WebviewPanel): () => boolean {
  let isGone = false;
  panel.onDidDispose(() => (isGone = true));
  return () => isGone;
}
