// The question before a save of incomplete conditions, which services accept without warning.
import * as vscode from 'vscode';
import { describeIncomplete } from '#filters/findIncomplete.ts';
import { askModal } from '#host/showMessage.ts';
import type { SaveIncomplete } from '#model/documents/saveErrors.ts';

const { t } = vscode.l10n;

/** @returns whether to save */
export async function confirmIncomplete(title: string, { conditions }: SaveIncomplete): Promise<boolean> {
  const question =
    conditions.length === 1
      ? t('Save “{0}” with an incomplete condition?', title)
      : t('Save “{0}” with {1} incomplete conditions?', title, conditions.length);
  const detail = [...new Set(conditions.map(({ missing }) => describeIncomplete(missing, t)))].join('\n');
  const button = t('Save Anyway');
  return (await askModal(question, detail, button)) === button;
}
