// Suggestions that no schema has: properties, their values, events and actions of the project, and cohorts by name.
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { displayText } from '#text/displayText.ts';
import { scheme } from '#manifest.ts';
import { parsePlace } from '#model/documents/documentUri.ts';
import { valueAtCursor, type ValueAtCursor } from '#json/valueAtCursor.ts';
import type { SeenValues } from '#model/records/persons/seenValues.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { KnownCohort } from '#protocol/filtersMessages.ts';
import { formatIdAndPersons } from '#text/formatNumber.ts';
import { type KnownAction, type NamesCatalog, SuggestedNames } from './suggestedNames.ts';

/** A longer text would take too long to read at each key, in code units. */
const maxLength = 1_000_000;

/** What is known by then is suggested: VS Code shows no suggestion before it has all. */
const maxWaitMs = 500;

export interface NameCompletionDeps {
  readonly catalog: NamesCatalog;
  readonly seenValues: SeenValues;
  readonly loadNames: (project: ProjectRef) => Promise<void>;
}

export function registerNameCompletion(deps: NameCompletionDeps): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { scheme },
    {
      provideCompletionItems: async (document, position) => {
        const place = parsePlace(document.uri);
        return place && suggestNames(deps, place, document, position);
      },
    },
    '"',
    ':',
  );
}

/** VS Code asks again at the next key where the list is incomplete. @param place whose text the document is */
export async function suggestNames(
  deps: NameCompletionDeps,
  place: RecordRef,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionList | undefined> {
  const text = document.getText();
  if (text.length > maxLength) return undefined;
  const context = valueAtCursor(text, document.offsetAt(position));
  if (!context) return undefined;
  const range = new vscode.Range(document.positionAt(context.from), document.positionAt(context.to));
  const names = new SuggestedNames(deps.catalog, place, deps.seenValues);
  if (isCohortValue(context)) {
    await Promise.race([names.loadCohorts(), setTimeout(maxWaitMs)]);
    const { cohorts, hasMore } = names.cohorts();
    return new vscode.CompletionList(
      cohorts.map((one) => cohortItem(one, range)),
      hasMore,
    );
  }
  const { key } = context;
  if (key === 'key' || key === 'value') await Promise.race([deps.loadNames(place), setTimeout(maxWaitMs)]); // loaded once
  return new vscode.CompletionList([...itemsFor(context, range, names)]);
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
  range: vscode.Range,
  project: SuggestedNames,
): readonly vscode.CompletionItem[] {
  const { key, texts } = context;
  const type = texts.get('type');
  const names = project.known([]);
  const isNamed = key === 'key' && !isCohortType(type);
  if (isNamed && texts.get('event_type') === 'actions')
    return names.actions.map((action) => actionItem(action, range));
  const isEvent = key === 'event_id' || key === 'seq_event' || (isNamed && type === 'behavioral');
  if (isEvent) return names.events.map((name, index) => nameItem(name, index, range));
  if (isNamed) return names.properties.map((name, index) => nameItem(name, index, range));
  const property = key === 'value' && type !== 'behavioral' ? texts.get('key') : undefined;
  const values = names.values.find(([name]) => name === property)?.[1] ?? [];
  return values.map((value, index) => nameItem(value, index, range));
}

function actionItem({ id, name }: KnownAction, range: vscode.Range): vscode.CompletionItem {
  const item = new vscode.CompletionItem(name, vscode.CompletionItemKind.Reference);
  item.detail = vscode.l10n.t('Action {0}', id);
  item.insertText = String(id);
  item.filterText = `${id} ${name}`;
  item.range = range;
  return item;
}

/** Beside the name, `#12 · 2,520 persons`, as in the structure. */
function cohortItem(cohort: KnownCohort, range: vscode.Range): vscode.CompletionItem {
  const { t } = vscode.l10n;
  const { id, name } = cohort;
  const label = { label: name || t('Untitled cohort'), description: formatIdAndPersons(cohort, t) };
  const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Reference);
  item.insertText = String(id);
  item.filterText = `${id} ${name}`;
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
  item.sortText = String(index).padStart(6, '0'); // the most used first
  return item;
}
