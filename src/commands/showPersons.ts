// Opens a cohort's first persons as a table.
import * as vscode from 'vscode';
import { activeDocumentTab, findDocumentTabs } from '#host/tabs.ts';
import { scheme } from '#manifest.ts';
import { choosePagePlace, parseRecordPlace } from '#model/documents/documentUri.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { personsTitle } from './documentTabs.ts';
import type { CommandTargets } from './commandTargets.ts';

export interface ShowPersonsDeps {
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly targets: CommandTargets;
}

/** Requests nothing: the table says how its loading goes. */
export async function showPersons(
  { catalog, connections, targets }: ShowPersonsDeps,
  args: readonly unknown[],
): Promise<void> {
  const shown = shownCohort(args);
  const ref = shown ?? (await targets.record(args, ['cohort'], vscode.l10n.t('Show Persons')));
  if (!ref) return;
  const record = catalog.get(ref);
  const open = findDocumentTabs(scheme).map(({ uri }) => uri);
  const title = personsTitle(ref, record && nameOf(record));
  const place = choosePagePlace(ref, title, open, 'persons', connections.placeName(ref));
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.from({ scheme, ...place }));
}

/** The cohort in whose title bar the button is; from the palette, the one in the active editor. */
function shownCohort(args: readonly unknown[]): RecordRef | undefined {
  const [given] = args;
  const uri = given instanceof vscode.Uri ? given : args.length === 0 ? activeDocumentTab()?.uri : undefined;
  const place = uri?.scheme === scheme ? parseRecordPlace(uri) : undefined;
  if (place?.kind !== 'cohort') return undefined;
  const { connectionId, projectId, kind, id } = place;
  return { connectionId, projectId, kind, id };
}
