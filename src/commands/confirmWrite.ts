// The question before a write to production: where it goes, what it changes, and its verb as the button.
import * as vscode from 'vscode';
import { askModal } from '#host/messages.ts';
import type { WriteAction, WriteRequest } from '#model/connections/writeGuard.ts';

const { t } = vscode.l10n;

/** `places`: names of the production projects. */
export async function confirmWrite(
  { action, detail, showChanges }: WriteRequest,
  places: readonly string[],
): Promise<boolean> {
  const { question, button } = confirmations[action](places.map((name) => t('“{0}”', name)).join(', '));
  const show = t('Show Changes');
  const choice = await askModal(question, detail, button, ...(showChanges ? [show] : []));
  if (choice === show) showChanges?.();
  return choice === button;
}

interface Confirmation {
  readonly question: string;
  readonly button: string;
}

const confirmations: Readonly<Record<WriteAction, (places: string) => Confirmation>> = {
  create: (places) => ({ question: t('Create in Production {0}?', places), button: t('Create') }),
  rename: (places) => ({ question: t('Rename in Production {0}?', places), button: t('Rename') }),
  editDescription: (places) => ({
    question: t('Change the description in Production {0}?', places),
    button: t('Change Description'),
  }),
  editTags: (places) => ({
    question: t('Change the tags in Production {0}?', places),
    button: t('Change Tags'),
  }),
  setEditAccess: (places) => ({
    question: t('Change who can edit in Production {0}?', places),
    button: t('Change Access'),
  }),
  pin: (places) => ({ question: t('Pin in Production {0}?', places), button: t('Pin') }),
  unpin: (places) => ({ question: t('Unpin in Production {0}?', places), button: t('Unpin') }),
  delete: (places) => ({ question: t('Delete from Production {0}?', places), button: t('Delete') }),
  restore: (places) => ({ question: t('Restore in Production {0}?', places), button: t('Restore') }),
  moveTile: (places) => ({ question: t('Move in Production {0}?', places), button: t('Move') }),
  recalculate: (places) => ({
    question: t('Recalculate in Production {0}?', places),
    button: t('Recalculate'),
  }),
  restoreAndSave: (places) => ({
    question: t('Restore in Production {0}, then save?', places),
    button: t('Restore and Save'),
  }),
  save: (places) => ({ question: t('Save to Production {0}?', places), button: t('Save') }),
};
