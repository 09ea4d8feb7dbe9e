// An export as a table: a read-only custom editor over the file itself. Everything but its registration is loaded with
// the first table.
import path from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { DisposableStore } from '#host/disposables.ts';
import { tableEditorViewType } from '#manifest.ts';
import type { ShownTables } from '#table/shownTables.ts';

export interface TableEditorOptions {
  readonly shownTables: ShownTables;
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>;
  readonly log: Log;
}

/** Temporary files of earlier windows are removed once this one has settled. */
const removalDelayMs = 25_000;

export function registerTableEditor({ context, shownTables, log }: TableEditorOptions): vscode.Disposable {
  const { extensionUri, globalStorageUri } = context;
  const scratchDirectory = path.join(globalStorageUri.fsPath, 'tables');
  const store = new DisposableStore();
  store.add(
    vscode.window.registerCustomEditorProvider(
      tableEditorViewType,
      {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        async resolveCustomEditor({ uri }, panel) {
          let isGone = false;
          panel.onDidDispose(() => (isGone = true));
          const [{ TablePanel }, showPage] = await Promise.all([
            import('./tablePanel.ts'),
            import('#host/webviewHtml.ts').then(({ loadPage }) => loadPage(extensionUri, 'table')),
          ]);
          if (isGone) return;
          const worker = vscode.Uri.joinPath(extensionUri, 'dist', 'tableWorker.js').fsPath;
          const table = new TablePanel(uri, panel, { scratchDirectory, worker, shownTables, log });
          panel.onDidDispose(() => table.dispose());
          showPage(panel.webview, { title: vscode.l10n.t('Table') });
        },
      } satisfies vscode.CustomReadonlyEditorProvider,
      { webviewOptions: { retainContextWhenHidden: true }, supportsMultipleEditorsPerDocument: true },
    ),
  );
  const timer = setTimeout(() => void removeStale(scratchDirectory, log), removalDelayMs);
  store.add({ dispose: () => clearTimeout(timer) });
  return store;
}

async function removeStale(directory: string, log: Log): Promise<void> {
  try {
    const { removeStaleScratchFiles } = await import('#table/scratchFile.ts');
    const count = await removeStaleScratchFiles(directory, Date.now());
    if (count > 0) log.info(`Removed ${count} temporary files of tables that were not closed.`);
  } catch (error) {
    log.error('Could not remove temporary files of tables.', error);
  }
}
