// The page of a comparison: its parts open and save as long as the page is there. After a reload, `endedComparison.ts` shows
// what it was, because what the parts are written from is a file of this process.
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { loadPage } from '#host/pages/webviewHtml.ts';
import { comparisonViewType, tableEditorViewType } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import { formatRecordRef } from '#model/records/recordRef.ts';
import type { ShownComparison } from '#model/records/persons/shownComparison.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import {
  type ComparisonHostMessage,
  type ComparisonWebviewMessage,
  parseComparisonMessage,
} from '#protocol/comparisonMessages.ts';
import type { RecordPageMessage } from '#protocol/recordPageMessages.ts';
import { displayText } from '#text/displayText.ts';
import { execute, RecordPanel, type Recoveries } from './recordPanel.ts';

const { t } = vscode.l10n;

/** UTF-16 units. */
const maxTabTitleLength = 80;

type WritePart = ShownComparison['write'];
type OwnMessage = Exclude<ComparisonWebviewMessage, RecordPageMessage>;

export interface ComparisonPanelDeps {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly statuses: Recoveries;
  readonly connections: Pick<Connections, 'onDidChange' | 'onDidLeave'>;
}

export async function showComparison(
  { extensionUri, log, statuses, connections }: ComparisonPanelDeps,
  comparison: ShownComparison,
): Promise<void> {
  const [first] = comparison.cohorts;
  if (!first) throw new Error('a comparison has cohorts');
  const showPage = await loadPage(extensionUri, 'comparison');
  const panel = createComparisonPanel(comparison.tabTitle);
  const { title } = panel;
  const comparedAt = Date.now();
  /** Parts being written: they need the comparison even after the page is closed. */
  const running = new Set<Promise<unknown>>();
  const write: WritePart = (part, format) => {
    const work = comparison.write(part, format);
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  const page: RecordPanel<OwnMessage, ComparisonHostMessage> = new RecordPanel({
    ref: first.ref,
    panel,
    log,
    statuses,
    connections,
    parse: parseComparisonMessage,
    load: async () => page.post({ type: 'comparison', comparison: viewOf(comparison, comparedAt) }),
    handle: async (message) => {
      const done = await handle({ ...comparison, write }, message);
      if (done !== undefined) page.post({ type: 'done', message: done });
    },
  });
  panel.onDidDispose(() => {
    page.dispose();
    Promise.allSettled(running)
      .then(() => comparison.close())
      .catch((error: unknown) => log.warn('Could not remove the file of a comparison.', error));
  });
  showPage(panel.webview, { title, reopen: { viewType: comparisonViewType } });
}

export function createComparisonPanel(title: string): vscode.WebviewPanel {
  const shown = displayText(title, maxTabTitleLength);
  return vscode.window.createWebviewPanel(comparisonViewType, shown, vscode.ViewColumn.Active, {
    retainContextWhenHidden: true,
    enableFindWidget: true,
  });
}

function viewOf({ title, namesParts, cohorts, exports, parts, notes }: ShownComparison, comparedAt: number) {
  return {
    title: displayText(title, 400),
    namesParts,
    cohorts: cohorts.map((side) => ({ title: displayText(side.title, 400), persons: side.persons })),
    parts: parts.map((part) => ({ ...part, title: displayText(part.title, 2000) })),
    notes: notes.map((note) => displayText(note, 2000)),
    comparedAt,
    again: {
      title: displayText(title, 400),
      compares: namesParts ? ('exports' as const) : ('cohorts' as const),
      cohorts: [...new Set(cohorts.map(({ ref }) => formatRecordRef(ref)))],
      ...(exports && { exports: [...exports] }),
      names: cohorts.map((side) => displayText(side.title, 400)),
    },
  };
}

/** @returns what was done, as a sentence */
async function handle(comparison: ShownComparison, message: OwnMessage): Promise<string | undefined> {
  switch (message.type) {
    case 'openPart': {
      if (!comparison.parts[message.part]) return undefined;
      const file = vscode.Uri.file(await comparison.write(message.part, 'ndjson'));
      const options = { preview: false };
      await vscode.commands.executeCommand('vscode.openWith', file, tableEditorViewType, options);
      return undefined;
    }
    case 'savePart': {
      const part = comparison.parts[message.part];
      const format = part && (await askFormat(part.title));
      if (!format) return undefined;
      const file = await comparison.write(message.part, format);
      await execute('cohortDeck.saveExportAs', vscode.Uri.file(file));
      return undefined;
    }
    case 'compareAgain':
      return undefined; // only a page of one that has ended sends it
    case 'copyText':
      await vscode.env.clipboard.writeText(comparison.text);
      return t('Copied as text');
    case 'openCohort': {
      const cohort = comparison.cohorts[message.cohort];
      if (cohort) await execute('cohortDeck.openCohort', recordNode(cohort.ref));
      return undefined;
    }
  }
}

function askFormat(title: string): Promise<'ndjson' | 'csv' | undefined> {
  return askPickOf(
    [
      { label: 'CSV', iconPath: new vscode.ThemeIcon('table'), value: 'csv' as const },
      { label: 'NDJSON', iconPath: new vscode.ThemeIcon('list-flat'), value: 'ndjson' as const },
    ],
    { title: displayText(title), placeholder: t('Select a format') },
  );
}
