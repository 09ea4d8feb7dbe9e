// Opens a cohort's first persons as a table.
import * as vscode from 'vscode';
import type { Connections } from '#model/connections/connections.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { askShownRecord } from '#commands/targets/askShownRecord.ts';
import { locatePage, personsTitle } from '#commands/documents/documentTabs.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';

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
  const ref = await askShownRecord({ targets }, args, ['cohort'], vscode.l10n.t('Show Persons'));
  if (!ref) return;
  const record = catalog.get(ref);
  const title = personsTitle(ref, record && nameOf(record));
  await vscode.commands.executeCommand('vscode.open', locatePage(connections, ref, title, 'persons'));
}
