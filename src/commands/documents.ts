// Opens records: their filters in an editor, their page in the browser, their id on the clipboard.
import * as vscode from 'vscode';
import { UserError } from '../host/failure.ts';
import { activeDocumentTab, findDocumentTabs } from '../host/tabs.ts';
import { filtersEditorViewType, scheme } from '../manifest.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Connections } from '../model/connections.ts';
import { chooseFiltersPlace } from '../model/documents.ts';
import { nameOf } from '../model/records.ts';
import type { RecordRef } from '../model/refs.ts';
import type { Targets } from './targets.ts';

const { t } = vscode.l10n;

export interface DocumentDeps {
  readonly connections: Connections;
  readonly catalog: Catalog;
  readonly targets: Targets;
}

export function createDocumentCommands(deps: DocumentDeps) {
  return {
    'cohortDeck.editFilters': (...args: readonly unknown[]) => openFilters(deps, args, filtersEditorViewType),
    'cohortDeck.openFiltersAsText': (...args: readonly unknown[]) => openFilters(deps, args, 'default'),
    'cohortDeck.openInBrowser': (...args: readonly unknown[]) => openInBrowser(deps, args),
    'cohortDeck.copyId': (...args: readonly unknown[]) => copyId(deps, args),
  };
}

async function openFilters(
  { catalog, targets }: DocumentDeps,
  args: readonly unknown[],
  viewType: string,
): Promise<void> {
  const shown = documentIn(args) ?? (viewType === 'default' ? activeDocument(args) : undefined);
  const uri =
    shown ??
    (await filtersUri(catalog, await targets.record(args, ['cohort', 'dashboard'], t('Edit Filters'))));
  if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, viewType);
}

/** The document whose title bar has the button. */
function documentIn([first]: readonly unknown[]): vscode.Uri | undefined {
  return first instanceof vscode.Uri && first.scheme === scheme ? first : undefined;
}

/** The filters that the active editor shows, where the command came from the palette. */
function activeDocument(args: readonly unknown[]): vscode.Uri | undefined {
  const active = args.length === 0 ? activeDocumentTab() : undefined;
  return active?.uri.scheme === scheme ? active.uri : undefined;
}

/** The document that is open for a record, whatever the record was called when it was opened; else a new address. */
async function filtersUri(catalog: Catalog, ref: RecordRef | undefined): Promise<vscode.Uri | undefined> {
  if (!ref) return undefined;
  const record = catalog.get(ref) ?? (await catalog.retrieve(ref));
  const open = findDocumentTabs(scheme).map((tab) => tab.uri);
  return vscode.Uri.from({ scheme, ...chooseFiltersPlace(ref, nameOf(record), open) });
}

async function openInBrowser(
  { connections, targets }: DocumentDeps,
  args: readonly unknown[],
): Promise<void> {
  const ref = await targets.record(args, ['dashboard', 'cohort'], t('Open in Browser'));
  const connection = ref && connections.get(ref.connectionId);
  if (!ref || !connection) return;
  if (connection.isSample)
    throw new UserError(t('The sample data has no web pages: it lives in this editor alone.'));
  const page = ref.kind === 'dashboard' ? 'dashboard' : 'cohorts';
  const project = encodeURIComponent(ref.projectId);
  await vscode.env.openExternal(
    vscode.Uri.parse(`${connection.url}/project/${project}/${page}/${ref.id}`, true),
  );
}

async function copyId({ targets }: DocumentDeps, args: readonly unknown[]): Promise<void> {
  const nodes = targets.nodes(args, 'record', 'tile', 'project');
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
  vscode.window.setStatusBarMessage(t('$(check) Copied {0}', ids.join(', ')), 3000);
}
