// The question before a save of conditions that name no property, event or cohort: a service stores them without a word.
import * as vscode from 'vscode';
import { askModal } from '#host/messages.ts';
import { toJsonText } from '#json/parsedValue.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import { incompleteConditions } from '#model/documents/incompleteConditions.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';

const { t } = vscode.l10n;

/** Asks only where the text has more of them than the record. @returns whether to save */
export async function agreesToIncomplete(
  { part, kind }: DocumentRef,
  text: string,
  title: string,
  known: DeckRecord | undefined,
): Promise<boolean> {
  if (part !== 'filters') return true;
  const found = incompleteConditions(text, kind, t);
  const before = incompleteConditions(toJsonText(known?.filters) ?? '', kind, t);
  if (found.length <= before.length) return true;
  const question =
    found.length === 1
      ? t('Save “{0}” with an incomplete condition?', title)
      : t('Save “{0}” with {1} incomplete conditions?', title, found.length);
  const detail = [...new Set(found.map(({ message }) => message))].join('\n');
  const button = t('Save Anyway');
  return (await askModal(question, detail, button)) === button;
}
