// Suggestions that no schema has: properties and events that other filters use, and cohorts by name.
import * as vscode from 'vscode';
import { displayText } from '#text/displayText.ts';
import { scheme } from '#manifest.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { parsePlace } from '#model/documents/documentUri.ts';
import { valueAtCursor, type ValueAtCursor } from '#json/valueAtCursor.ts';
import { collectNames } from '#model/records/namesInFilters.ts';
import { nameOf, type DeckRecord } from '#model/records/deckRecord.ts';
import type { ProjectRef, RecordKind } from '#model/records/recordRef.ts';

/** A longer text would take too long to read at each key, in code units. */
const maxLength = 1_000_000;

export function registerKnownValues(catalog: Pick<Catalog, 'list' | 'load'>): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { scheme },
    {
      provideCompletionItems: async (document, position) => {
        const place = parsePlace(document.uri);
        const text = document.getText();
        if (!place || text.length > maxLength) return [];
        const context = valueAtCursor(text, document.offsetAt(position));
        if (!context) return [];
        if (isCohortValue(context)) await catalog.load({ ...place, kind: 'cohort' }); // once
        return itemsFor(context, document, catalog, place);
      },
    },
    '"',
    ':',
  );
}

function isCohortValue({ key, texts }: ValueAtCursor): boolean {
  return key === 'value' && isCohortType(texts.get('type'));
}

/** `static-cohort` and the like, too. */
function isCohortType(type: string | undefined): boolean {
  return type?.endsWith('cohort') ?? false;
}

function itemsFor(
  context: ValueAtCursor,
  document: vscode.TextDocument,
  catalog: Pick<Catalog, 'list'>,
  { connectionId, projectId }: ProjectRef,
): vscode.CompletionItem[] {
  const type = context.texts.get('type');
  const isCohort = isCohortType(type);
  const list = (kind: RecordKind) => catalog.list({ connectionId, projectId, kind }).records;
  const range = new vscode.Range(document.positionAt(context.from), document.positionAt(context.to));
  if (isCohortValue(context)) return list('cohort').map((one) => cohortItem(one, range));
  const isEvent = context.key === 'event_id' || (context.key === 'key' && type === 'behavioral');
  if (!isEvent && (context.key !== 'key' || isCohort)) return [];
  const { events, properties } = collectNames([...list('cohort'), ...list('dashboard')]);
  return (isEvent ? events : properties).map((name, index) => nameItem(name, index, range));
}

function cohortItem(record: DeckRecord, range: vscode.Range): vscode.CompletionItem {
  const name = nameOf(record) ?? vscode.l10n.t('Cohort {0}', record.id);
  const item = new vscode.CompletionItem(displayText(name), vscode.CompletionItemKind.Reference);
  item.detail = vscode.l10n.t('Cohort {0}', record.id);
  item.insertText = String(record.id);
  item.filterText = `${record.id} ${name}`;
  item.range = range;
  return item;
}

/** In quotes, as the suggestions of the schemas are. */
function nameItem(name: string, index: number, range: vscode.Range): vscode.CompletionItem {
  const text = JSON.stringify(name);
  const item = new vscode.CompletionItem(displayText(text), vscode.CompletionItemKind.Value);
  item.insertText = text;
  item.filterText = text;
  item.range = range;
  item.sortText = String(index).padStart(6, '0'); // those used most first
  return item;
}
