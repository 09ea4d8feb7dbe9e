// A dashboard as a page: a read-only custom editor over an address of its own, so that VS Code shows it once, restores it
// after a reload, and opens it as it opens every file. Everything but its registration is loaded with the first page.
import * as vscode from 'vscode';
import { dashboardEditorViewType } from '#manifest.ts';
import { parsePagePlace } from '#model/documents/documentUri.ts';
import type { DashboardPanelDeps } from './dashboardPanel.ts';

export interface DashboardEditorOptions extends DashboardPanelDeps {
  readonly extensionUri: vscode.Uri;
}

export function registerDashboardEditor(options: DashboardEditorOptions): vscode.Disposable {
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    async resolveCustomEditor({ uri }, panel) {
      const ref = parsePagePlace(uri);
      if (!ref) throw new Error(`no dashboard is at ${uri.toString()}`);
      let isGone = false;
      panel.onDidDispose(() => (isGone = true));
      const [{ DashboardPanel }, showPage] = await Promise.all([
        import('./dashboardPanel.ts'),
        import('#host/webviewHtml.ts').then(({ loadPage }) => loadPage(options.extensionUri, 'dashboard')),
      ]);
      if (isGone) return;
      const shown = new DashboardPanel(ref, panel, options);
      panel.onDidDispose(() => shown.dispose());
      showPage(panel.webview, { title: vscode.l10n.t('Dashboard') });
    },
  };
  return vscode.window.registerCustomEditorProvider(dashboardEditorViewType, provider, {
    // What is scrolled to, toggled or shown as a table stays so behind another tab.
    webviewOptions: { retainContextWhenHidden: true, enableFindWidget: true },
    supportsMultipleEditorsPerDocument: true,
  });
}
