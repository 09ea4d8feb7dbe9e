// Stores and removes keys. Where the system's keyring fails, a person chooses what to do.
import * as vscode from 'vscode';
import { KeyStorageError } from '#host/keyStorageError.ts';
import { askModal, showWarning } from '#host/showMessage.ts';
import type { SecretKeys } from '#host/secretKeys.ts';
import { UserError } from '#host/userError.ts';
import { createConnectionId } from '#model/connections/connection.ts';
import { addConnection, IdTakenError, type StoredConnection } from '#model/connections/connectionEdits.ts';
import type { Connections } from '#model/connections/connections.ts';

const { t } = vscode.l10n;

/**
 * Stores the key before the tree needs it. Where the settings cannot be written, the key is removed again: nothing else
 * would remove it.
 * @returns the id of the connection; undefined where the key could be stored nowhere, and the person wants it for no window
 */
export async function addWithKey(
  { connections, keys }: { readonly connections: Connections; readonly keys: SecretKeys },
  connection: Omit<StoredConnection, 'id'>,
  key: string,
): Promise<string | undefined> {
  const taken = new Set(connections.takenIds);
  for (;;) {
    const id = createConnectionId(connection.url, taken);
    if (!(await storeKey(keys, { id, url: connection.url }, key))) return undefined;
    try {
      await connections.change(addConnection({ id, ...connection }));
      return id;
    } catch (error) {
      if (error instanceof IdTakenError) {
        taken.add(id);
        continue;
      }
      await Promise.allSettled([keys.remove(id)]); // a failure of the keyring is in the log
      const reason = error instanceof Error ? error.message : String(error);
      throw new UserError(t('The connection was not added. {0}', reason));
    }
  }
}

/** @returns false where the key could be stored nowhere, and the person wants it for no window either */
export async function storeKey(
  keys: SecretKeys,
  { id, url }: { readonly id: string; readonly url: string },
  key: string,
): Promise<boolean> {
  const { origin } = new URL(url);
  for (;;) {
    try {
      await keys.write(id, origin, key);
      return true;
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
    if (choice === useHere) {
      keys.useForWindow(id, origin, key);
      return true;
    }
    if (choice !== retry) return false;
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
