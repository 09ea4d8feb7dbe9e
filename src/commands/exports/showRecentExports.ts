// The exports that are there: lists them, opens one, deletes all.
import path from 'node:path';
import * as vscode from 'vscode';
import { projectLabel } from '#commands/targets/recordNames.ts';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import { exportKeyStart, withoutPartEnding } from '#exports/files/exportFormat.ts';
import { askPickOf, type PickItem } from '#host/input/askPick.ts';
import { askModal, showInformation } from '#host/messages/showMessage.ts';
import { findDocumentTabs, findPanelTabs } from '#host/pages/tabs.ts';
import { type CommandId, comparisonViewType, personsEditorViewType } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { incompleteOf, type RecentExport, type RecentExports } from '#model/records/persons/recentExports.ts';
import type { SeenValues } from '#model/records/persons/seenValues.ts';
import { parseRecordRef } from '#model/records/recordRef.ts';
import { formatCount, formatPersons, formatPersonsOf } from '#text/formatNumber.ts';
import { formatAgo, formatDateTime } from '#text/formatTime.ts';
import { requireExport } from './openExport.ts';
import { formatBytes } from './exportResultText.ts';

const { t } = vscode.l10n;

export interface ExportFileDeps {
  readonly directory: string;
  readonly connections: Connections;
  readonly recentExports: RecentExports;
  readonly seenValues: SeenValues;
  readonly retries: RetryRegistry;
}

/** Opens one as a table, or by the button beside it as text, or resumes an interrupted one; those are listed first. */
export async function showRecentExports(
  deps: Pick<ExportFileDeps, 'directory' | 'connections' | 'recentExports'>,
  resume: (interrupted: ResumableExport) => Promise<void>,
): Promise<void> {
  const { listResumable } = await import('#exports/files/checkpointFile.ts');
  const interrupted = await listResumable(deps.directory);
  const { all } = deps.recentExports;
  if (all.length + interrupted.length === 0) return void showInformation(t('No exports yet.'));
  const picked = await askPickOf<ExportChoice | ResumableExport>(
    [...interrupted.map(interruptedItem), ...all.map((entry) => exportItem(deps, entry))],
    { title: t('Recent Exports'), placeholder: t('Select an export to open or resume') },
  );
  if (!picked) return;
  if ('partPath' in picked) return resume(picked);
  const { entry, command } = picked;
  await requireExport(entry.path, entry.name);
  await vscode.commands.executeCommand(command, vscode.Uri.file(entry.path));
}

interface ExportChoice {
  readonly entry: RecentExport;
  readonly command: CommandId;
}

function interruptedItem(entry: ResumableExport): PickItem<ResumableExport> {
  const item = resumableItem(entry);
  return {
    ...item,
    description: [item.description, t('interrupted')].join(' · '),
    detail: t('Resume Export'),
  };
}

function exportItem(
  { connections }: Pick<ExportFileDeps, 'connections'>,
  entry: RecentExport,
): PickItem<ExportChoice> {
  const cohort = parseRecordRef(entry.cohort);
  const format = path.extname(withoutPartEnding(entry.path)).slice(1).toUpperCase();
  const exportedAt = formatDateTime(entry.exportedAt);
  return {
    label: entry.name,
    description: [...exportWords(entry), formatAgo(entry.exportedAt, Date.now())].join(' · '),
    detail: [`${format}, ${exportedAt}`, ...(cohort ? [projectLabel(connections, cohort)] : [])].join(' · '),
    iconPath: new vscode.ThemeIcon(entry.isComplete ? 'pass' : 'warning'),
    buttons: [
      {
        iconPath: new vscode.ThemeIcon('go-to-file'),
        tooltip: t('Open as Text'),
        value: { entry, command: 'cohortDeck.openTableAsText' },
      },
    ],
    value: { entry, command: 'cohortDeck.openAsTable' },
  };
}

/** How much it holds, and of how much. */
export function exportWords(entry: RecentExport): readonly string[] {
  const total = incompleteOf(entry);
  return [
    total === undefined ? formatPersons(entry.rows, t) : formatPersonsOf(entry.rows, total, t),
    formatBytes(entry.bytes),
    ...(entry.isComplete ? [] : [t('incomplete')]),
  ];
}

/** The item of an interrupted export in a list. */
export function resumableItem(entry: ResumableExport): PickItem<ResumableExport> {
  const { fileName, rows, expectedCount } = entry;
  return {
    label: fileName,
    description: t(
      '{0} so far',
      expectedCount === undefined ? formatPersons(rows, t) : formatPersonsOf(rows, expectedCount, t),
    ),
    iconPath: new vscode.ThemeIcon('debug-continue'),
    value: entry,
  };
}

/** Deletes all exports. Suggestions from persons are removed as well. */
export async function clearExports({
  directory,
  recentExports,
  retries,
  seenValues,
}: ExportFileDeps): Promise<void> {
  const { removeAllExports, hasExports } = await import('#exports/files/removeExports.ts');
  if (recentExports.all.length === 0 && !(await hasExports(directory))) {
    seenValues.clear();
    void showInformation(t('No exports to clear.'));
    return;
  }
  const yes = t('Clear');
  const question = t(
    'Clear all exports kept by Cohort Deck? Copies that you saved elsewhere are not affected.',
  );
  if ((await askModal(question, closingText(tabsWithPersons(directory).length), yes)) !== yes) return;
  const isClosed = await vscode.window.tabGroups.close(tabsWithPersons(directory));
  if (!isClosed) return; // canceled, to save a change
  seenValues.clear();
  const count = await removeAllExports(directory);
  retries.dropAll(exportKeyStart);
  await recentExports.clear();
  void showInformation(count === 1 ? t('Cleared 1 export.') : t('Cleared {0} exports.', formatCount(count)));
}

/** The tabs that show exports, persons or comparisons. */
function tabsWithPersons(directory: string): readonly vscode.Tab[] {
  const shown = findDocumentTabs().filter(
    ({ uri, viewType }) => viewType === personsEditorViewType || path.dirname(uri.fsPath) === directory,
  );
  // A comparison holds a file of the same folder open.
  return [...shown.map(({ tab }) => tab), ...findPanelTabs(comparisonViewType)];
}

function closingText(tabs: number): string | undefined {
  if (tabs === 0) return undefined;
  return tabs === 1
    ? t('1 tab with exports, persons or a comparison will close.')
    : t('{0} tabs with exports, persons or comparisons will close.', formatCount(tabs));
}
