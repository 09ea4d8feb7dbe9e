// Opens a record's page, its parts in an editor, or a cohort's persons.
import * as vscode from 'vscode';
import { askShownRecord, type CommandTargets } from '#commands/targets/commandTargets.ts';
import { filtersEditorViewType } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import { type DocumentPart, parsePlace, toDocument } from '#model/documents/documentUri.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';
import type { TilesToReveal } from '#model/records/tilesToReveal.ts';
import {
  locateDocument,
  locatePage,
  personsTitle,
  reopen,
  showDocument,
  shownUri,
  textEditorViewType,
} from './documentTabs.ts';

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
    // Where nothing can be edited, and for a static cohort, in place of the ones above.
    'cohortDeck.showFilters': (...args: readonly unknown[]) =>
      openFilters(deps, args, filtersEditorViewType, t('Show Filters')),
    'cohortDeck.showGroups': (...args: readonly unknown[]) =>
      openPart(deps, args, 'groups', ['cohort'], t('Show Groups')),
    'cohortDeck.showAsJson': (...args: readonly unknown[]) =>
      openPart(deps, args, 'record', ['cohort', 'dashboard'], t('Show as JSON')),
    'cohortDeck.showPersons': (...args: readonly unknown[]) => showPersons(deps, args),
  };
}

async function openPage(
  deps: DocumentDeps,
  args: readonly unknown[],
  kind: RecordKind,
  title: string,
): Promise<void> {
  const ref = await askShownRecord(deps, args, [kind], title);
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
  const ref = await askShownRecord(deps, args, kinds, title);
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
  const ref = await askShownRecord(deps, args, ['cohort', 'dashboard'], title);
  if (!ref) return;
  const { uri } = await locateDocument(deps, toDocument(ref, 'filters'));
  await showDocument(uri, viewType, column);
}

// Opens a cohort's first persons as a table.
interface ShowPersonsDeps {
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly targets: CommandTargets;
}

/** Requests nothing: the table says how its loading goes. */
async function showPersons(
  { catalog, connections, targets }: ShowPersonsDeps,
  args: readonly unknown[],
): Promise<void> {
  const ref = await askShownRecord({ targets }, args, ['cohort'], vscode.l10n.t('Show Persons'));
  if (!ref) return;
  const record = catalog.get(ref);
  const title = personsTitle(ref, record && nameOf(record));
  await vscode.commands.executeCommand('vscode.open', locatePage(connections, ref, title, 'persons'));
}
