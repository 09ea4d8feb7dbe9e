// The page of a comparison after a reload of its window: it says that the comparison has ended, and makes it again.
import type * as vscode from 'vscode';
import { loadPage } from '#host/pages/webviewHtml.ts';
import { comparisonViewType } from '#manifest.ts';
import { parseRecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import {
  type ComparisonHostMessage,
  type ComparisonWebviewMessage,
  parseComparisonAgain,
  parseComparisonMessage,
} from '#protocol/comparisonMessages.ts';
import type { RecordPageMessage } from '#protocol/recordPageMessages.ts';
import { type ComparisonPanelDeps, createComparisonPanel } from './comparisonPanel.ts';
import { execute, RecordPanel } from './recordPanel.ts';

type OwnMessage = Exclude<ComparisonWebviewMessage, RecordPageMessage>;

/** @param state what the page has kept; the panel closes without it */
export async function showEndedComparison(
  { extensionUri, log, statuses, connections }: ComparisonPanelDeps,
  panel: vscode.WebviewPanel,
  state: unknown,
): Promise<void> {
  const again = parseComparisonAgain(state);
  const refs = again?.cohorts.flatMap((text) => parseRecordRef(text) ?? []) ?? [];
  const [first] = refs;
  if (!again || !first) return panel.dispose();
  const { title, names, compares } = again;
  const showPage = await loadPage(extensionUri, 'comparison');
  let isComparing = false;
  const page: RecordPanel<OwnMessage, ComparisonHostMessage> = new RecordPanel({
    ref: first,
    panel,
    log,
    statuses,
    connections,
    parse: parseComparisonMessage,
    load: async () => page.post({ type: 'ended', title, names }),
    handle: async ({ type }) => {
      if (type !== 'compareAgain' || isComparing) return; // pressed again
      isComparing = true;
      const command = compares === 'cohorts' ? 'cohortDeck.compareCohorts' : 'cohortDeck.compareExports';
      const nodes = refs.map(recordNode);
      await execute(command, nodes[0], nodes, again.exports);
      panel.dispose(); // there is another page now, or a message that offers to compare again
    },
  });
  panel.onDidDispose(() => page.dispose());
  showPage(panel.webview, { title, reopen: { viewType: comparisonViewType } });
}

/** @param state what the page has kept */
export async function reopenComparison(deps: ComparisonPanelDeps, state: unknown): Promise<void> {
  const title = parseComparisonAgain(state)?.title ?? '';
  const panel = createComparisonPanel(title);
  await showEndedComparison(deps, panel, state);
}
