// The question before a write to production: where it goes, what it changes, and its verb as the button. The question before
// a lockout: the person may not be able to edit the dashboard afterwards. In production, one dialog asks both.
import * as vscode from 'vscode';
import { askModal } from '#host/messages/showMessage.ts';
import type { Lockout, WriteAction, WriteRequest } from '#model/connections/writeGuard.ts';
import { listNames } from '#commands/targets/recordNames.ts';

const { t } = vscode.l10n;

/** `places`: names of the production projects. */
export async function confirmWrite(request: WriteRequest, places: readonly string[]): Promise<boolean> {
  const { showChanges } = request;
  const { question, detail, button } = confirmationOf(request, places);
  const show = t('Show Changes');
  const choice = await askModal(question, detail, button, ...(showChanges ? [show] : []));
  if (choice === show) showChanges?.();
  return choice === button;
}

interface Confirmation {
  readonly question: string;
  readonly button: string;
}

export function confirmationOf(
  { action, detail, lockouts = [], areRemoved = false }: WriteRequest,
  places: readonly string[],
): Confirmation & { readonly detail: string } {
  const names = places.map((name) => t('“{0}”', name)).join(', ');
  const { button: verb, question: inProduction } = confirmations[action](names);
  const ofRemoved = t('{0} is not in the tree any more. Send the change anyway?', names);
  const question = areRemoved ? ofRemoved : inProduction;
  if (lockouts.length === 0) return { question, detail, button: verb };
  const [lockout, warning] = lockoutWords(lockouts);
  const button = t('Restrict');
  if (places.length === 0) return { question: lockout, detail: warning, button };
  return { question, detail: `${detail}\n\n${warning}`, button };
}

function lockoutWords(lockouts: readonly Lockout[]): readonly [question: string, warning: string] {
  const nameIn = ({ id, name }: Lockout) => t('“{0}”', name ?? t('#{0}', id));
  const [only, ...others] = lockouts;
  if (only && others.length === 0) {
    const { owner } = only;
    const warning =
      owner === undefined
        ? t(
            'It is not known who created it. After this change, you may not be able to edit it or undo the change.',
          )
        : t(
            'It was created by {0}. After this change, you may not be able to edit it or undo the change.',
            owner,
          );
    return [t('Let only collaborators edit {0}?', nameIn(only)), warning];
  }
  const lines = lockouts.map((lockout) => {
    const { owner } = lockout;
    const name = nameIn(lockout);
    return owner === undefined ? t('{0}, creator unknown', name) : t('{0}, created by {1}', name, owner);
  });
  const warning = t('After this change, you may not be able to edit them or undo the change:');
  return [
    t('Let only collaborators edit {0} dashboards that may not be yours?', lockouts.length),
    `${warning}\n${listNames(lines, '\n')}`,
  ];
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
  addPersons: (places) => ({
    question: t('Add persons in Production {0}?', places),
    button: t('Add Persons'),
  }),
  removePersons: (places) => ({
    question: t('Remove persons in Production {0}?', places),
    button: t('Remove Persons'),
  }),
  restoreAndSave: (places) => ({
    question: t('Restore in Production {0}, then save?', places),
    button: t('Restore and Save'),
  }),
  save: (places) => ({ question: t('Save to Production {0}?', places), button: t('Save') }),
};

/**
 * Asks whether a change may replace what somebody else has changed since the person has seen it.
 * @param record its name, with its kind
 * @param detail what would be replaced, and by what
 */
export type MayOverwrite = (record: string, detail: string) => Promise<boolean>;

export const confirmOverwrite: MayOverwrite = async (record, detail) => {
  const overwrite = t('Overwrite');
  const question = t('{0} was changed on the service. Overwrite the change?', record);
  return (await askModal(question, detail, overwrite)) === overwrite;
};
