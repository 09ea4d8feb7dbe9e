// Ctrl+click on the ID of a cohort in a text goes there.
import * as vscode from 'vscode';
import { findDocumentTabs } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import { choosePlace } from '#model/documents/documentUri.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import { displayText } from '#text/displayText.ts';
import { type PlacedReference, placedReferences } from './placedReferences.ts';
import type { NamesCatalog } from './suggestedNames.ts';

const { t } = vscode.l10n;

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
