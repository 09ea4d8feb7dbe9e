// The buttons of errors, and what each runs.
import * as vscode from 'vscode';
import type { ApiError } from '#api/apiError.ts';
import type { ErrorAction } from './userError.ts';

const { t } = vscode.l10n;

/** `project`: one that the connection protects leads to the connection. */
export function changeProtection(project: ApiError['project']): ErrorAction {
  const args = project ? { args: [project] } : {};
  return { title: t('Change Protection…'), command: 'cohortDeck.setProtection', ...args };
}

export function diagnoseAction(connectionId: string | undefined): ErrorAction {
  return {
    title: t('Diagnose Connection'),
    command: 'cohortDeck.diagnoseConnection',
    ...(connectionId === undefined ? {} : { args: [connectionId] }),
  };
}

/** The buttons that an error brings. */
export function actionsOf({ action, diagnose }: ActionsOfError): readonly ErrorAction[] {
  return [action, diagnose].filter((one) => one !== undefined);
}

/** Does nothing for any other button. */
export async function runAction(actions: readonly ErrorAction[], title: string | undefined): Promise<void> {
  const chosen = actions.find((action) => action.title === title);
  if (chosen) await vscode.commands.executeCommand(chosen.command, ...(chosen.args ?? []));
}

interface ActionsOfError {
  readonly action?: ErrorAction | undefined;
  readonly diagnose?: ErrorAction | undefined;
}
