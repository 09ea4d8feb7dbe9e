// The panel of a table: of a file, or of a cohort's first persons.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';
import { parsePagePlace } from '#model/documents/documentUri.ts';
import { createScratchFile } from '#table/scratchFile.ts';
import { displayText } from '#text/displayText.ts';
import { PersonsPanel, type PersonsSources } from './personsPanel.ts';
import { TablePanel, type TablePanelContext } from './tablePanel.ts';

export async function createTablePanel(
  uri: vscode.Uri,
  panel: vscode.WebviewPanel,
  context: TablePanelContext & PersonsSources,
): Promise<vscode.Disposable> {
  if (uri.scheme !== scheme) {
    // The text of the same file may be in the tab beside it.
    panel.title = vscode.l10n.t('{0} (Table)', displayText(path.basename(uri.fsPath)));
    return new TablePanel(uri, panel, context);
  }
  const ref = parsePagePlace(uri, 'persons');
  if (ref?.kind !== 'cohort') throw new Error(`no cohort is at ${uri.toString()}`);
  const file = await createScratchFile(context.scratchDirectory, 'ndjson');
  await writeFile(file, '', { mode: 0o600 });
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
