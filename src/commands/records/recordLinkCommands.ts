// What names a record outside of VS Code: its id, and the address of its page in the service's web UI.
import * as vscode from 'vscode';
import { showStatus } from '#host/messages/showMessage.ts';
import { UserError } from '#host/messages/userError.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { webUrl } from '#model/records/webUrl.ts';
import { askShownRecord } from '#commands/targets/askShownRecord.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import { shownRecord } from '#commands/documents/documentTabs.ts';

const { t } = vscode.l10n;

export interface RecordLinkDeps {
  readonly connections: Connections;
  readonly targets: CommandTargets;
}

export function createRecordLinkCommands(deps: RecordLinkDeps) {
  return {
    'cohortDeck.openInBrowser': (...args: readonly unknown[]) => openInBrowser(deps, args),
    'cohortDeck.copyLink': (...args: readonly unknown[]) => copyLinks(deps, args),
    'cohortDeck.copyId': (...args: readonly unknown[]) => copyId(deps, args),
  };
}

async function openInBrowser(deps: RecordLinkDeps, args: readonly unknown[]): Promise<void> {
  const ref = await askShownRecord(deps, args, ['dashboard', 'cohort'], t('Open in Browser'));
  if (ref) await vscode.env.openExternal(vscode.Uri.parse(pageOf(deps.connections, ref), true));
}

/** The addresses of the selected records' pages in the service's web UI, one per line. */
async function copyLinks({ connections, targets }: RecordLinkDeps, args: readonly unknown[]): Promise<void> {
  const shown = shownRecord(args);
  const refs = shown ? [shown] : await targets.records(args, ['dashboard', 'cohort'], t('Copy Link'));
  if (refs.length === 0) return;
  await vscode.env.clipboard.writeText(refs.map((ref) => pageOf(connections, ref)).join('\n'));
  showStatus(refs.length === 1 ? t('Copied the link') : t('Copied {0} links', refs.length), 3000, 'check');
}

function pageOf(connections: Connections, ref: RecordRef): string {
  const connection = connections.get(ref.connectionId);
  if (!connection) throw new UserError(t('Its connection was removed. Connect to the service again.'));
  if (connection.isSample)
    throw new UserError(t('The sample data has no web pages. It runs on this machine.'));
  return webUrl(connection.url, ref);
}

async function copyId({ targets }: RecordLinkDeps, args: readonly unknown[]): Promise<void> {
  const shown = shownRecord(args);
  const nodes = shown ? [recordNode(shown)] : targets.nodes(args, 'record', 'tile', 'project');
  const ids = nodes.map((node) => {
    if (node.type === 'project') return node.ref.projectId;
    return String(node.type === 'tile' ? node.tileId : node.ref.id);
  });
  if (ids.length === 0) {
    const ref = await targets.pickRecord(['dashboard', 'cohort'], t('Copy ID'));
    if (!ref) return;
    ids.push(String(ref.id));
  }
  await vscode.env.clipboard.writeText(ids.join('\n'));
  showStatus(t('Copied {0}', ids.join(', ')), 3000, 'check');
}
