// editors/tables/ shows rows as a table, and imports nothing else of editors/ but records/. An export is a read-only
// custom editor over the file itself, the first persons of a cohort are one over an address of their own. Everything
// but the registration is loaded with the first table.
import path from 'node:path';
import * as vscode from 'vscode';
import { personalFolder } from '#host/personalFolder.ts';
import type { Log } from '#host/log.ts';
import { DisposableStore, watchDisposal } from '#host/disposables.ts';
import type { StoppedPages } from '#host/pages/stoppedPages.ts';
import { personsEditorViewType, tableEditorViewType } from '#manifest.ts';
import type { RecentExports } from '#model/records/persons/recentExports.ts';
import type { Memory } from '#model/storage/memory.ts';
import type { ShownTables } from '#table/shownTables.ts';
import type { PersonsSources } from './personsPanel.ts';

export interface TableEditorOptions extends PersonsSources {
  readonly shownTables: ShownTables;
  readonly recentExports: RecentExports;
  readonly exportsFolder: string;
  /** What people said about how their files are to be read. */
  readonly dialectMemory: Memory;
  readonly pages: Pick<StoppedPages, 'asked'>;
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>;
  readonly log: Log;
}

/** Temporary files of earlier windows are removed once this one has settled. */
const removalDelayMs = 25_000;

export function registerTableEditor(options: TableEditorOptions): vscode.Disposable {
  const { context, log } = options;
  const scratchDirectory = path.join(personalFolder(context.globalStorageUri.fsPath), 'tables');
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    async resolveCustomEditor({ uri }, panel) {
      options.pages.asked({ viewType: panel.viewType, uri }, panel);
      const isGone = watchDisposal(panel);
      const [{ createTablePanel }, showPage] = await Promise.all([
        import('./createTablePanel.ts'),
        import('#host/pages/webviewHtml.ts').then(({ loadPage }) => loadPage(context.extensionUri, 'table')),
      ]);
      if (isGone()) return;
      const worker = vscode.Uri.joinPath(context.extensionUri, 'dist', 'tableWorker.js').fsPath;
      const sources = { ...options, scratchDirectory, worker };
      const table = await createTablePanel(uri, panel, isGone, sources);
      if (!table) return;
      panel.onDidDispose(() => table.dispose());
      const reopen = { viewType: panel.viewType, uri: uri.toString() };
      showPage(panel.webview, { title: vscode.l10n.t('Table'), reopen });
    },
  };
  const store = new DisposableStore();
  for (const viewType of [tableEditorViewType, personsEditorViewType]) {
    store.add(
      vscode.window.registerCustomEditorProvider(viewType, provider, {
        webviewOptions: { retainContextWhenHidden: true },
        supportsMultipleEditorsPerDocument: true,
      }),
    );
  }
  const timer = setTimeout(() => {
    void import('./removeStaleTables.ts').then(({ removeStaleTables }) =>
      removeStaleTables(scratchDirectory, log),
    );
  }, removalDelayMs);
  store.add({ dispose: () => clearTimeout(timer) });
  return store;
}
