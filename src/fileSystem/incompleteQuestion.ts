// The question before a save of incomplete conditions, which services accept without warning.
import * as vscode from 'vscode';
import { askModal } from '#host/messages.ts';
import { toJsonText } from '#json/parsedValue.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import { type ConditionMark, conditionMarks } from '#model/documents/conditionMarks.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import type { RecordKind } from '#model/records/recordRef.ts';

const { t } = vscode.l10n;

/** Asks only where the text has more of them than the record. @returns whether to save */
export async function confirmIncomplete(
  { part, kind }: DocumentRef,
  text: string,
  title: string,
  known: DeckRecord | undefined,
): Promise<boolean> {
  if (part !== 'filters') return true;
  const found = incompleteIn(text, kind);
  const before = incompleteIn(toJsonText(known?.filters) ?? '', kind);
  if (found.length <= before.length) return true;
  const question =
    found.length === 1
      ? t('Save “{0}” with an incomplete condition?', title)
      : t('Save “{0}” with {1} incomplete conditions?', title, found.length);
  const detail = [...new Set(found.map(({ message }) => message))].join('\n');
  const button = t('Save Anyway');
  return (await askModal(question, detail, button)) === button;
}

function incompleteIn(text: string, kind: RecordKind): readonly ConditionMark[] {
  return conditionMarks(text, kind, t).filter((mark) => mark.kind === 'incomplete');
}
