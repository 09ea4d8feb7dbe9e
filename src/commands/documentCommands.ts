// Opens a record's page, its parts in an editor or its page in the browser, and copies its id.
import * as vscode from 'vscode';
import { showStatus } from '#host/showMessage.ts';
import { UserError } from '#host/userError.ts';
import { filtersEditorViewType } from '#manifest.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { Connections } from '#model/connections/connections.ts';
import { type DocumentPart, parsePlace, toDocument } from '#model/documents/documentUri.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import type { TilesToReveal } from '#model/records/tilesToReveal.ts';
import { webUrl } from '#model/records/webUrl.ts';
import {
  locateDocument,
  locatePage,
  reopen,
  showDocument,
  shownRecord,
  shownUri,
  textEditorViewType,
} from './documentTabs.ts';
import { showPersons } from './showPersons.ts';
import type { CommandTargets } from './commandTargets.ts';

const { t } = vscode.l10n;

export interface DocumentDeps {
  readonly connections: Connections;
  readonly catalog: Catalog;
  readonly targets: CommandTargets;
  readonly tilesToReveal: () => Promise<TilesToReveal>;
}

export function createDocumentCommands(deps: DocumentDeps) {
  return {
    'cohortDeck.openDashboard': (...args: readonly unknown[]) =>
      openPage(deps, args, 'dashboard', t('Open Dashboard')),
    'cohortDeck.openCohort': (...args: readonly unknown[]) =>
      openPage(deps, args, 'cohort', t('Open Cohort')),
    'cohortDeck.showTile': (...args: readonly unknown[]) => showTile(deps, args),
    'cohortDeck.editFilters': (...args: readonly unknown[]) =>
      openFilters(deps, args, filtersEditorViewType, t('Edit Filters')),
    'cohortDeck.openFiltersAsText': (...args: readonly unknown[]) =>
      openFilters(deps, args, textEditorViewType, t('Open Filters as Text')),
    'cohortDeck.editGroups': (...args: readonly unknown[]) =>
      openPart(deps, args, 'groups', ['cohort'], t('Edit Groups')),
    'cohortDeck.editAsJson': (...args: readonly unknown[]) =>
      openPart(deps, args, 'record', ['cohort', 'dashboard'], t('Edit as JSON')),
    // Of a read-only project, in place of the ones above.
    'cohortDeck.showFilters': (...args: readonly unknown[]) =>
      openFilters(deps, args, filtersEditorViewType, t('Show Filters')),
    'cohortDeck.showGroups': (...args: readonly unknown[]) =>
      openPart(deps, args, 'groups', ['cohort'], t('Show Groups')),
    'cohortDeck.showAsJson': (...args: readonly unknown[]) =>
      openPart(deps, args, 'record', ['cohort', 'dashboard'], t('Show as JSON')),
    'cohortDeck.showPersons': (...args: readonly unknown[]) => showPersons(deps, args),
    'cohortDeck.openInBrowser': (...args: readonly unknown[]) => openInBrowser(deps, args),
    'cohortDeck.copyLink': (...args: readonly unknown[]) => copyLinks(deps, args),
    'cohortDeck.copyId': (...args: readonly unknown[]) => copyId(deps, args),
  };
}

async function openPage(
  deps: DocumentDeps,
  args: readonly unknown[],
  kind: RecordKind,
  title: string,
): Promise<void> {
  const ref = await askRecord(deps, args, [kind], title);
  if (ref) await openPageOf(deps, ref, {});
}

/** A click in the tree leaves the focus there, so that the arrow keys continue to the next tile. */
async function showTile(deps: DocumentDeps, args: readonly unknown[]): Promise<void> {
  const tile = await deps.targets.tile(args, t('Show Tile'));
  if (!tile) return;
  await openPageOf(deps, tile.ref, { preserveFocus: args.length > 0 });
  (await deps.tilesToReveal()).ask(tile);
}

async function openPageOf(
  { catalog, connections }: DocumentDeps,
  ref: RecordRef,
  options: vscode.TextDocumentShowOptions,
): Promise<void> {
  const record = catalog.get(ref) ?? (await catalog.retrieve(ref));
  const uri = locatePage(connections, ref, nameOf(record), 'page');
  await vscode.commands.executeCommand('vscode.open', uri, options);
}

/** Groups and whole records open in VS Code's text editor. */
async function openPart(
  deps: DocumentDeps,
  args: readonly unknown[],
  part: DocumentPart,
  kinds: readonly RecordKind[],
  title: string,
): Promise<void> {
  const ref = await askRecord(deps, args, kinds, title);
  if (!ref) return;
  const { uri } = await locateDocument(deps, toDocument(ref, part));
  await vscode.commands.executeCommand('vscode.open', uri);
}

async function openFilters(
  deps: DocumentDeps,
  args: readonly unknown[],
  viewType: string,
  title: string,
): Promise<void> {
  const shown = shownUri(args);
  const column = typeof args[1] === 'number' ? args[1] : undefined;
  if (shown && parsePlace(shown)?.part === 'filters') return reopen(shown, viewType, column);
  const ref = await askRecord(deps, args, ['cohort', 'dashboard'], title);
  if (!ref) return;
  const { uri } = await locateDocument(deps, toDocument(ref, 'filters'));
  await showDocument(uri, viewType, column);
}

async function openInBrowser(deps: DocumentDeps, args: readonly unknown[]): Promise<void> {
  const ref = await askRecord(deps, args, ['dashboard', 'cohort'], t('Open in Browser'));
  if (ref) await vscode.env.openExternal(vscode.Uri.parse(pageOf(deps.connections, ref), true));
}

/** The record that is shown, else the one that is selected in the tree or picked. */
async function askRecord(
  { targets }: DocumentDeps,
  args: readonly unknown[],
  kinds: readonly RecordKind[],
  title: string,
): Promise<RecordRef | undefined> {
  const shown = shownRecord(args);
  return shown && kinds.includes(shown.kind) ? shown : targets.record(args, kinds, title);
}

/** The addresses of the selected records' pages in the service's web UI, one per line. */
async function copyLinks({ connections, targets }: DocumentDeps, args: readonly unknown[]): Promise<void> {
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

async function copyId({ targets }: DocumentDeps, args: readonly unknown[]): Promise<void> {
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
