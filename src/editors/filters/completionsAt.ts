// Completion for the filters editor, from VS Code: both editors offer the same. Its JSON support reads the schemas of
// package.json; nameCompletion.ts adds names.
import * as vscode from 'vscode';
import { operatorRank } from '#model/documents/documentPlaces.ts';
import type { CompletionChoice, HostMessage, TextPosition } from '#protocol/filtersMessages.ts';
import { compareText, foldText } from '#text/foldText.ts';
import { markdownToText } from '#text/escapeMarkdown.ts';
import { matchDistance, nearestMatches } from '#text/nearestMatches.ts';
import { parseSnippet } from '#text/parseSnippet.ts';

/** More would not be read. */
const maxChoices = 200;

/** No choices where the document has another version, or gets one meanwhile. */
export async function completionsAt(
  document: vscode.TextDocument,
  { id, version, position }: Question,
): Promise<HostMessage> {
  const list = await askAtPosition<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document,
    version,
    position,
  );
  const choices = (list?.items ?? [])
    .filter(({ kind }) => kind !== vscode.CompletionItemKind.Text) // any word of the text
    .toSorted(
      (a, b) =>
        operatorRank(labelOf(a)) - operatorRank(labelOf(b)) || compareText(sortTextOf(a), sortTextOf(b)),
    )
    .map((item) => toChoice(item, document, position))
    .filter((choice) => !isLiteralInQuotes(choice, document, position));
  const isCut = choices.length > maxChoices;
  const shown = isCut ? nearestChoices(choices, document, position).slice(0, maxChoices) : choices;
  return { type: 'completions', id, choices: shown, isIncomplete: isCut || (list?.isIncomplete ?? false) };
}

function sortTextOf(item: vscode.CompletionItem): string {
  return item.sortText ?? labelOf(item);
}

/** JSON support offers `false` inside a quote, too, and would put it in place of the text. */
function isLiteralInQuotes(
  { from, insert }: CompletionChoice,
  document: vscode.TextDocument,
  { line, character }: TextPosition,
): boolean {
  if (!/^(?:true|false|null|\[\]|\{\})$/.test(insert.trim())) return false;
  return (
    from.line === line && from.character < character && document.lineAt(line).text[from.character] === '"'
  );
}

/** The choices that match what is typed before the position. */
function nearestChoices(
  choices: readonly CompletionChoice[],
  document: vscode.TextDocument,
  position: TextPosition,
): readonly CompletionChoice[] {
  return nearestMatches(choices, ({ from, filter, label }) => {
    const range = new vscode.Range(from.line, from.character, position.line, position.character);
    const typed = foldText(document.getText(range).replaceAll('"', '').trim());
    return typed === '' ? 0 : (matchDistance(typed, label) ?? matchDistance(typed, filter));
  });
}

function toChoice(
  item: vscode.CompletionItem,
  document: vscode.TextDocument,
  position: TextPosition,
): CompletionChoice {
  const label = labelOf(item);
  const given = item.insertText ?? label;
  const { text, stops } = typeof given === 'string' ? { text: given, stops: [] } : parseSnippet(given.value);
  const range = rangeOf(item, document, position);
  return {
    kind: kindOf(item, text),
    label,
    details: typeof item.label === 'string' ? '' : (item.label.description ?? ''),
    filter: item.filterText ?? label,
    insert: text.replaceAll('\r\n', '\n'),
    from: toTextPosition(range.start),
    to: toTextPosition(range.end),
    stops,
    documentation: [item.detail ?? '', item.documentation ? contentToText(item.documentation) : '']
      .filter((part) => part !== '')
      .join('\n'),
    isContinued: item.command?.command === 'editor.action.triggerSuggest',
  };
}

function rangeOf(
  item: vscode.CompletionItem,
  document: vscode.TextDocument,
  { line, character }: TextPosition,
): vscode.Range {
  const { range } = item;
  if (range) return range instanceof vscode.Range ? range : range.replacing;
  const position = new vscode.Position(line, character);
  return document.getWordRangeAtPosition(position) ?? new vscode.Range(position, position);
}

/** JSON support gives a snippet the kind of its value. */
function kindOf({ kind }: vscode.CompletionItem, text: string): CompletionChoice['kind'] {
  if (kind === vscode.CompletionItemKind.Property) return 'property';
  return text.includes('\n') ? 'snippet' : 'value';
}

function labelOf({ label }: vscode.CompletionItem): string {
  return typeof label === 'string' ? label : label.label;
}

// Asks VS Code what it has for a position in a text.

/** A question about a position in the document at a version. */
interface Question {
  readonly id: number;
  readonly version: number;
  readonly position: TextPosition;
}

/** Undefined without an answer, or if the text has changed. */
async function askAtPosition<T>(
  command: string,
  document: vscode.TextDocument,
  version: number,
  { line, character }: TextPosition,
): Promise<T | undefined> {
  if (document.version !== version) return undefined;
  const position = document.validatePosition(new vscode.Position(line, character));
  const answer = await vscode.commands.executeCommand<T | undefined>(command, document.uri, position);
  return document.version === version ? answer : undefined;
}

export function toTextPosition({ line, character }: vscode.Position): TextPosition {
  return { line, character };
}

// The hover of the filters editor, from VS Code: both editors show the same. cohortReferences.ts words the one of a cohort's ID.

/** An empty text if nothing is known, or the document has changed. */
export async function hoverAt(
  document: vscode.TextDocument,
  { id, version, position }: Question,
): Promise<HostMessage> {
  const hovers = await askAtPosition<readonly vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document,
    version,
    position,
  );
  const texts = (hovers ?? [])
    .flatMap(({ contents }) => contents.map(contentToText))
    .filter((text) => text !== '');
  const range = hovers?.find((hover) => hover.range)?.range;
  return {
    type: 'hover',
    id,
    from: range ? toTextPosition(range.start) : position,
    to: range ? toTextPosition(range.end) : position,
    text: texts.join('\n\n'),
  };
}

/** What VS Code shows beside a completion or in a hover, as text. */
function contentToText(content: vscode.MarkdownString | vscode.MarkedString): string {
  if (typeof content === 'string') return markdownToText(content);
  return 'language' in content ? content.value : markdownToText(content.value);
}
