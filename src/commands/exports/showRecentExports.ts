// Opens a recent export.
import path from 'node:path';
import * as vscode from 'vscode';
import { showInformation } from '#host/showMessage.ts';
import { showUntil } from '#host/openNotification.ts';
import type { CommandId } from '#manifest.ts';
import { askPickOf, type PickItem } from '#host/askPick.ts';
import type { Connections } from '#model/connections/connections.ts';
import { incompleteOf, type RecentExport, type RecentExports } from '#model/records/recentExports.ts';
import { parseRecordRef } from '#model/records/recordRef.ts';
import type { SeenValues } from '#model/records/seenValues.ts';
import { formatPersons, formatPersonsOf } from '#text/formatNumber.ts';
import { formatAgo, formatDateTime } from '#text/formatTime.ts';
import { openOffer } from '#exports/files/resumeOffers.ts';
import { projectLabel } from '#commands/recordNames.ts';
import { requireExport } from './exportNotifications.ts';
import { formatBytes } from './exportProgressText.ts';

const { t } = vscode.l10n;

export interface ExportFileDeps {
  readonly directory: string;
  readonly connections: Connections;
  readonly recentExports: RecentExports;
  readonly seenValues: SeenValues;
}

/** Opens one as a table, or by the button beside it as text. */
export async function showRecentExports(deps: ExportFileDeps): Promise<void> {
  const { all } = deps.recentExports;
  if (all.length === 0) return showNoExports(deps.directory);
  const picked = await askPickOf(
    all.map((entry) => exportItem(deps, entry)),
    { title: t('Recent Exports'), placeholder: t('Select an export to open') },
  );
  if (!picked) return;
  const { entry, command } = picked;
  await requireExport(entry.path, entry.name);
  await vscode.commands.executeCommand(command, vscode.Uri.file(entry.path));
}

interface ExportChoice {
  readonly entry: RecentExport;
  readonly command: CommandId;
}

function exportItem({ connections }: ExportFileDeps, entry: RecentExport): PickItem<ExportChoice> {
  const cohort = parseRecordRef(entry.cohort ?? '');
  const format = path.extname(entry.path).slice(1).toUpperCase();
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

/** Offers interrupted exports, because the person may be looking for one. */
async function showNoExports(directory: string): Promise<void> {
  const { listResumable } = await import('#exports/files/checkpointFile.ts');
  const resumable = await listResumable(directory);
  if (resumable.length === 0) {
    void showInformation(t('No exports yet.'));
    return;
  }
  const resume = t('Resume');
  const message = t('No finished exports yet. An interrupted one can be resumed.');
  const choice = await showUntil(openOffer(...resumable), message, resume);
  if (choice === resume) await vscode.commands.executeCommand('cohortDeck.resumeExport');
}
