// Reports missing scopes as soon as a key is entered, not at the first failure.
import * as vscode from 'vscode';
import { withProgress } from '#host/messages/showProgress.ts';
import { showInformation } from '#host/messages/showMessage.ts';
import { showUntilEnd } from '#host/messages/openNotification.ts';
import type { SecretKeys } from '#host/secretKeys.ts';
import type { CreateClient } from '#model/connections/connectionClients.ts';
import { consequencesOf, findMissingScopes, guardBy, type Scope } from '#model/connections/keyScopes.ts';
import { keyPageOf } from '#model/connections/parseApiKey.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';

const { t } = vscode.l10n;

/** The check gives up after this time: missing scopes also show at their first use. */
const patienceMs = 5000;

interface KeyUse {
  /** The ID of an existing connection; undefined for a new one. */
  readonly id?: string;
  readonly url: string;
  readonly key: string;
  readonly projects: readonly { readonly id: string }[];
}

export interface KeyScopes {
  readonly missing: readonly Scope[];
  /** Write access was not checked, because each project is protected, and at least one is not read-only here. */
  readonly isWriteUnknown: boolean;
}

/** Sends no empty change to a project that any connection to the address protects. */
export async function findKeyScopes(
  {
    guard,
    createClient,
  }: {
    readonly guard: Pick<WriteGuard, 'protectionAt' | 'protectionOf'>;
    readonly createClient: CreateClient;
  },
  { id, url, key, projects }: KeyUse,
): Promise<KeyScopes> {
  const isReadOnly = (projectId: string): boolean =>
    id !== undefined && guard.protectionOf({ connectionId: id, projectId }) === 'readOnly';
  const mayWrite = (projectId: string): boolean => guard.protectionAt(url, projectId) === undefined;
  const missing = await withProgress(
    { location: vscode.ProgressLocation.Window, title: t('Checking the key’s permissions…') },
    async () => {
      const client = await createClient({ url, guard: guardBy(mayWrite) }, key);
      const ids = projects.map((project) => project.id);
      try {
        return await findMissingScopes(client, ids, mayWrite, AbortSignal.timeout(patienceMs));
      } finally {
        await client.close();
      }
    },
  );
  const isWriteUnknown =
    !projects.some((project) => mayWrite(project.id)) && projects.some((project) => !isReadOnly(project.id));
  return { missing, isWriteUnknown };
}

interface KeyOfConnection {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly key: string;
}

/** Resolves when the message is closed, at the latest with another key; immediately if there is nothing to say. */
export async function reportMissingScopes(
  keys: Pick<SecretKeys, 'onDidChange' | 'read'>,
  { id, name, url, key }: KeyOfConnection,
  { missing, isWriteUnknown }: KeyScopes,
): Promise<void> {
  const unknown = isWriteUnknown
    ? t('The write access of the key of “{0}” was not checked, because a protection applies.', name)
    : '';
  if (missing.length === 0) {
    if (isWriteUnknown) await showInformation(unknown);
    return;
  }
  const [scope = ''] = missing;
  const lacks =
    missing.length === 1
      ? t('The key of “{0}” lacks the scope {1}.', name, scope)
      : t('The key of “{0}” lacks the scopes {1}.', name, missing.join(', '));
  const openPage = t('Open Key Page');
  const changeKey = t('Change Key…');
  const text = [lacks, ...consequencesOf(missing, t), unknown].join(' ').trim();
  const watch = (end: () => void) => [
    keys.onDidChange((changed) => {
      if (changed !== id) return;
      const endIfOther = (now: string | undefined) => now === key || end(); // the event of this key may come late
      void keys.read(id, new URL(url).origin).then(endIfOther, end);
    }),
  ];
  const choice = await showUntilEnd(watch, text, openPage, changeKey);
  if (choice === openPage) await vscode.env.openExternal(vscode.Uri.parse(keyPageOf(url), true));
  if (choice === changeKey) await vscode.commands.executeCommand('cohortDeck.changeKey', id);
}
