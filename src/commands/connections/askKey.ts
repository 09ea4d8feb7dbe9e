// The second step of “Connect…”, and all of “Change Key…”: the personal API key.
import * as vscode from 'vscode';
import { askText } from '#host/input/askText.ts';
import { KeyStorageError, type SecretKeys } from '#host/secretKeys.ts';
import { askModal, showWarning } from '#host/messages/showMessage.ts';
import { UserError } from '#host/messages/userError.ts';
import { hostOf, type ProjectEntry } from '#model/connections/connection.ts';
import { listAccessibleProjects } from '#model/connections/listAccessibleProjects.ts';
import type { Connections, NewConnection } from '#model/connections/connections.ts';
import {
  type ApiKeyProblem,
  keyPageOf,
  knownHosts,
  parseApiKey,
} from '#model/connections/parseServiceAddress.ts';
import { type ClientSource, withClient } from './withClient.ts';

const { t } = vscode.l10n;

/** The title of a question and its number among several. */
export interface KeyStep {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
}

export interface CheckedKey {
  readonly key: string;
  /** Undefined if this key may not list projects. */
  readonly projects: readonly ProjectEntry[] | undefined;
}

/** Asks for a key until the service accepts one. Undefined if the person canceled. */
export function askKey(deps: ClientSource, url: string, step: KeyStep): Promise<CheckedKey | undefined> {
  return askText<CheckedKey>({
    ...step,
    prompt: t(
      'Enter a personal API key for {0}. The button above opens the page where you create one. Its scopes decide what you can do: dashboard, cohort and person.',
      hostOf(url),
    ),
    page: { title: t('Open the Page Where You Create Keys'), url: keyPageOf(url) },
    placeholder: 'phx_…',
    isPassword: true,
    check: (typed) => {
      const parsed = parseApiKey(typed);
      return parsed.ok ? undefined : describeProblem(parsed.problem);
    },
    submit: async (typed, signal, report) => {
      const parsed = parseApiKey(typed);
      if (!parsed.ok) return { ok: false, message: describeProblem(parsed.problem) };
      const access = { url, key: parsed.value, report, ofRejectedKey: otherHostText(url) };
      return withClient(deps, access, async (client) => ({
        key: parsed.value,
        projects: await listAccessibleProjects(client, signal),
      }));
    },
  });
}

/** A key of one public host is as wrong on another as any wrong key. */
function otherHostText(url: string): string | undefined {
  if (!knownHosts.some((host) => host.url === url)) return undefined;
  const others = knownHosts.filter((host) => host.url !== url).map(({ name }) => name);
  return t('A key of {0} works there only: press Escape and select that host.', others.join(', '));
}

function describeProblem(problem: ApiKeyProblem): string {
  switch (problem) {
    case 'empty':
      return t('Enter a key.');
    case 'hasSpaces':
      return t('The key contains a space or a line break. Copy it again.');
    case 'notAscii':
      return t('The key contains a character that no key has. Copy it again.');
    case 'projectKey':
      return t(
        'This is a project key (phc_…), which can only send events. Enter a personal API key (phx_…).',
      );
  }
}

// Stores and removes keys. Where the system's keyring fails, a person chooses what to do.

/** @returns the id of the connection; undefined if the key could be stored nowhere, and the person wants it for no window */
export async function addWithKey(
  { connections, keys }: { readonly connections: Connections; readonly keys: SecretKeys },
  connection: NewConnection,
  key: string,
): Promise<string | undefined> {
  const { origin } = new URL(connection.url);
  try {
    return await withKeyring(async (isForWindow) => {
      // Waits for a locked keyring while no other window waits for this one.
      if (!isForWindow) await keys.read(connection.url, origin);
      return connections.add(connection, {
        store: async (id) => (isForWindow ? keys.useForWindow(id, origin, key) : keys.write(id, origin, key)),
        remove: async (id) => void (await Promise.allSettled([keys.remove(id)])), // a failure of the keyring is in the log
      });
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(t('The connection was not added. {0}', reason));
  }
}

/** @returns false if the key could be stored nowhere, and the person wants it for no window either */
export async function storeKey(
  keys: SecretKeys,
  { id, url }: { readonly id: string; readonly url: string },
  key: string,
): Promise<boolean> {
  const { origin } = new URL(url);
  const isStored = await withKeyring(async (isForWindow) => {
    if (isForWindow) keys.useForWindow(id, origin, key);
    else await keys.write(id, origin, key);
    return true;
  });
  return isStored ?? false;
}

/** Calls `store` again if the keyring fails and the person does not cancel. @returns undefined if they cancel */
async function withKeyring<T>(store: (isForWindow: boolean) => Promise<T>): Promise<T | undefined> {
  let isForWindow = false;
  for (;;) {
    try {
      return await store(isForWindow);
    } catch (error) {
      if (!(error instanceof KeyStorageError)) throw error;
    }
    const useHere = t('Use for This Window Only');
    const retry = t('Retry');
    const choice = await askModal(
      t('The key cannot be stored in this machine’s keyring.'),
      t(
        'Unlock the keyring and retry, or use the key for this window only: it stays in memory, and the next window asks for it again.',
      ),
      useHere,
      retry,
    );
    if (choice !== useHere && choice !== retry) return undefined;
    isForWindow = choice === useHere;
  }
}

/** Warns if the key of a removed connection could not be deleted. Never throws a KeyStorageError. */
export async function removeKey(
  keys: SecretKeys,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  for (;;) {
    try {
      await keys.remove(id);
      return;
    } catch (error) {
      if (!(error instanceof KeyStorageError)) throw error;
    }
    const retry = t('Retry');
    const message = t(
      'Disconnected from “{0}”, but its key cannot be removed from this machine’s keyring.',
      name,
    );
    if ((await showWarning(message, retry)) !== retry) return;
  }
}
