// Stores and removes keys. Where the system's keyring fails, a person chooses what to do.
import * as vscode from 'vscode';
import { KeyStorageError } from '#host/keyStorageError.ts';
import { askModal, showWarning } from '#host/showMessage.ts';
import type { SecretKeys } from '#host/secrets.ts';

const { t } = vscode.l10n;

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
