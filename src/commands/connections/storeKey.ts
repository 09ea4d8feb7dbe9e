// Stores and removes keys. Where the system's keyring fails, a person chooses what to do.
import * as vscode from 'vscode';
import { KeyStorageError } from '#host/keyStorageError.ts';
import { askModal, showWarning } from '#host/showMessage.ts';
import type { SecretKeys } from '#host/secretKeys.ts';
import { UserError } from '#host/userError.ts';
import { addConnection } from '#model/connections/connectionEdits.ts';
import type { Connections } from '#model/connections/connections.ts';

const { t } = vscode.l10n;

/**
 * Stores the key before the tree needs it. Where the settings cannot be written, the key is removed again: nothing else
 * would remove it. @returns as `storeKey` does
 */
export async function addWithKey(
  { connections, keys }: { readonly connections: Pick<Connections, 'change'>; readonly keys: SecretKeys },
  connection: Parameters<typeof addConnection>[0],
  key: string,
): Promise<boolean> {
  if (!(await storeKey(keys, connection, key))) return false;
  try {
    await connections.change(addConnection(connection));
  } catch (error) {
    await Promise.allSettled([keys.remove(connection.id)]); // a failure of the keyring is in the log
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(t('The connection was not added. {0}', reason));
  }
  return true;
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
