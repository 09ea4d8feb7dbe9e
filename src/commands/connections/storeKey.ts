// Stores and removes keys. Where the system's keyring fails, a person chooses what to do.
import * as vscode from 'vscode';
import { KeyStorageError, type SecretKeys } from '#host/secretKeys.ts';
import { askModal, showWarning } from '#host/messages/showMessage.ts';
import { UserError } from '#host/messages/userError.ts';
import type { Connections, NewConnection } from '#model/connections/connections.ts';

const { t } = vscode.l10n;

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
