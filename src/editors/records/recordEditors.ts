// editors/records/ shows records as pages, and imports no other part of editors/. They are read-only custom editors over
// addresses of their own, so that VS Code shows each page once, restores it after a reload, and opens it as it opens every
// file. Everything but the registration is loaded with the first page.
import * as vscode from 'vscode';
import { watchDisposal } from '#host/disposables.ts';
import type { StoppedPages } from '#host/pages/stoppedPages.ts';
import { toDocumentTab } from '#host/pages/tabs.ts';
import { cohortEditorViewType, comparisonViewType, dashboardEditorViewType, scheme } from '#manifest.ts';
import { parsePagePlace, parseRecordPlace } from '#model/documents/documentUri.ts';
import type { RecentRecords } from '#model/records/localPins.ts';
import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';
import type { TilesToReveal } from '#model/records/tilesToReveal.ts';
import type { CohortPanelDeps } from './cohortPanel.ts';
import type { DashboardPanelDeps } from './dashboardPanel.ts';

export type RecordEditorOptions = Omit<DashboardPanelDeps, 'tilesToReveal'> &
  CohortPanelDeps & {
    readonly extensionUri: vscode.Uri;
    readonly tilesToReveal: () => Promise<TilesToReveal>;
    readonly pages: Pick<StoppedPages, 'asked'>;
  };

type ShowPanel = (ref: RecordRef, panel: vscode.WebviewPanel) => vscode.Disposable;

export function registerRecordEditors(options: RecordEditorOptions): vscode.Disposable {
  return vscode.Disposable.from(
    register(options, 'dashboard', dashboardEditorViewType, async () => {
      const { DashboardPanel } = await import('./dashboardPanel.ts');
      const tilesToReveal = await options.tilesToReveal();
      return (ref, panel) => new DashboardPanel(ref, panel, { ...options, tilesToReveal });
    }),
    register(options, 'cohort', cohortEditorViewType, async () => {
      const { CohortPanel } = await import('./cohortPanel.ts');
      return (ref, panel) => new CohortPanel(ref, panel, options);
    }),
    vscode.window.registerWebviewPanelSerializer(comparisonViewType, {
      async deserializeWebviewPanel(panel, state: unknown) {
        const { showEndedComparison } = await import('./endedComparison.ts');
        await showEndedComparison(options, panel, state);
      },
    }),
  );
}

/** @param kind also the name of the page's bundle */
function register(
  { extensionUri, pages }: RecordEditorOptions,
  kind: RecordKind,
  viewType: string,
  load: () => Promise<ShowPanel>,
): vscode.Disposable {
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    async resolveCustomEditor({ uri }, panel) {
      const ref = parsePagePlace(uri);
      if (ref?.kind !== kind) throw new Error(`there is no ${kind} at ${uri.toString()}`);
      pages.asked({ viewType, uri }, panel);
      const isGone = watchDisposal(panel);
      const [show, showPage] = await Promise.all([
        load(),
        import('#host/pages/webviewHtml.ts').then(({ loadPage }) => loadPage(extensionUri, kind)),
      ]);
      if (isGone()) return;
      const shown = show(ref, panel);
      panel.onDidDispose(() => shown.dispose());
      showPage(panel.webview, {
        title: kind === 'dashboard' ? vscode.l10n.t('Dashboard') : vscode.l10n.t('Cohort'),
        reopen: { viewType, uri: uri.toString() },
      });
    },
  };
  return vscode.window.registerCustomEditorProvider(viewType, provider, {
    // Keeps the page's state while its tab is hidden.
    webviewOptions: { retainContextWhenHidden: true, enableFindWidget: true },
    supportsMultipleEditorsPerDocument: true,
  });
}

// A record whose document was opened or shown again comes first in the next search.
export function rememberOpened(recents: RecentRecords): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    for (const tab of [...opened, ...changed].filter(({ isActive }) => isActive)) {
      const uri = toDocumentTab(tab)?.uri;
      const place = uri?.scheme === scheme ? parseRecordPlace(uri) : undefined;
      if (place) void recents.add(place);
    }
  });
}
