// IDs of cohorts in a text: pointing at one shows its name and how many persons it has, and Ctrl+click goes there.
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';
import { isCohort, nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { displayText } from '#text/displayText.ts';
import { escapeMarkdown } from '#text/escapeMarkdown.ts';
import { formatPersons } from '#text/formatNumber.ts';
import type { NamesCatalog } from './suggestedNames.ts';
import { findCohortReferences } from '#model/documents/documentPlaces.ts';
import { parseFiltersPlace, projectNameInPlace, choosePlace } from '#model/documents/documentUri.ts';
import { findDocumentTabs } from '#host/pages/tabs.ts';

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

// Where a text refers to cohorts by their ids.

interface PlacedReference {
  readonly range: vscode.Range;
  readonly ref: RecordRef;
  readonly projectName: string | undefined;
}

function placedReferences(document: vscode.TextDocument): readonly PlacedReference[] {
  const place = parseFiltersPlace(document.uri);
  if (!place) return [];
  return findCohortReferences(document.getText(), place.kind).map(({ id, from, to }) => ({
    range: new vscode.Range(document.positionAt(from), document.positionAt(to)),
    ref: { ...place, kind: 'cohort', id },
    projectName: projectNameInPlace(document.uri),
  }));
}

// Ctrl+click on the ID of a cohort in a text goes there.

export function registerCohortLinks(catalog: NamesCatalog): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(
    { scheme },
    { provideDocumentLinks: (document) => placedReferences(document).map((found) => linkTo(catalog, found)) },
  );
}

function linkTo(catalog: NamesCatalog, { range, ref, projectName }: PlacedReference): vscode.DocumentLink {
  const openPlaces = findDocumentTabs(scheme).map(({ uri }) => uri);
  const record = catalog.get(ref);
  const name = record && nameOf(record);
  const place = choosePlace({ ...ref, part: 'filters' }, name, openPlaces, projectName);
  const link = new vscode.DocumentLink(range, vscode.Uri.from({ scheme, ...place }));
  link.tooltip =
    name === undefined ? t('Open Cohort {0}', ref.id) : t('Open Cohort “{0}”', displayText(name));
  return link;
}
