// What the ID of a cohort shows when one points at it: its name, and how many persons it has.
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';
import { isCohort, nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { displayText } from '#text/displayText.ts';
import { escapeMarkdown } from '#text/escapeMarkdown.ts';
import { formatPersons } from '#text/formatNumber.ts';
import { placedReferences } from './placedReferences.ts';
import type { NamesCatalog } from './suggestedNames.ts';

const { t } = vscode.l10n;

export function registerCohortHover(catalog: NamesCatalog): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { scheme },
    {
      provideHover: async (document, position) => {
        const found = placedReferences(document).find(({ range }) => range.contains(position));
        return found && new vscode.Hover(await describeCohort(catalog, found.ref), found.range);
      },
    },
  );
}

/** Requests the cohort if it is not loaded. Rejects if that fails. */
async function describeCohort(catalog: NamesCatalog, ref: RecordRef): Promise<vscode.MarkdownString> {
  const record = catalog.get(ref) ?? (await catalog.retrieve(ref));
  const name = displayText(nameOf(record) ?? t('Untitled cohort'));
  const count = isCohort(record) ? record.count : undefined;
  const words =
    typeof count === 'number'
      ? t('Cohort “{0}”, {1}', name, formatPersons(count, t))
      : t('Cohort “{0}”', name);
  return new vscode.MarkdownString(escapeMarkdown(words));
}
