// The panel of a table: of a file, or of a cohort's first persons.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { removeFile } from '#disk/moveFile.ts';
import { scheme } from '#manifest.ts';
import { parsePagePlace } from '#model/documents/documentUri.ts';
import { incompleteOf, type RecentExport, type RecentExports } from '#model/records/persons/recentExports.ts';
import { parseRecordRef } from '#model/records/recordRef.ts';
import { addSeenValues, openSeenValues } from '#model/records/persons/seenValues.ts';
import { readFirstPersons } from '#table/readFirstPersons.ts';
import { createScratchFile } from '#table/scratchFile.ts';
import { displayText } from '#text/displayText.ts';
import { PersonsPanel, type PersonsSources } from './personsPanel.ts';
import { TablePanel, type TablePanelContext } from './tablePanel.ts';

type TablePanelSources = TablePanelContext & PersonsSources & { readonly recentExports: RecentExports };

/**
 * @param isGone whether the panel is closed
 * @returns undefined if it was closed meanwhile
 */
export async function createTablePanel(
  uri: vscode.Uri,
  panel: vscode.WebviewPanel,
  isGone: () => boolean,
  context: TablePanelSources,
): Promise<vscode.Disposable | undefined> {
  if (uri.scheme !== scheme) {
    // The text of the same file may be in the tab beside it.
    panel.title = vscode.l10n.t('{0} (Table)', displayText(path.basename(uri.fsPath)));
    const known = context.recentExports.all.find((entry) => entry.path === uri.fsPath);
    if (known) void suggestFrom(known, context);
    const cohort = parseRecordRef(known?.cohort ?? '');
    return new TablePanel(uri, panel, { ...context, cohort, cohortPersons: known && incompleteOf(known) });
  }
  const ref = parsePagePlace(uri, 'persons');
  if (ref?.kind !== 'cohort') throw new Error(`there is no cohort at ${uri.toString()}`);
  const file = await createScratchFile(context.scratchDirectory, 'ndjson');
  await writeFile(file, '', { mode: 0o600 });
  if (isGone()) {
    await removeFile(file);
    return undefined;
  }
  const persons = new PersonsPanel(ref, panel, file, context);
  return {
    dispose() {
      persons
        .dispose()
        .then(undefined, (error: unknown) =>
          context.log.warn('Could not remove a temporary file of persons.', error),
        );
    },
  };
}

/** What the persons of an export have is suggested in its project. */
async function suggestFrom(
  { path: file, cohort }: RecentExport,
  { seenValues, log }: TablePanelSources,
): Promise<void> {
  const ref = parseRecordRef(cohort ?? '');
  if (!ref) return;
  const values = openSeenValues(seenValues, ref);
  try {
    for (const properties of await readFirstPersons(file)) addSeenValues(values, properties);
  } catch (error) {
    log.debug('Could not read an export for suggestions.', error);
  }
}
