// Describes a failure of this machine's keyring.
import * as vscode from 'vscode';
import type { KeyStorageError } from '#host/keyStorageError.ts';
import type { ErrorAction } from './userError.ts';

const { t } = vscode.l10n;

export function describeKeyStorageError(
  { operation }: KeyStorageError,
  changeKey: ErrorAction,
): { readonly message: string; readonly action?: ErrorAction } {
  switch (operation) {
    case 'read':
      return {
        message: t(
          'The key cannot be read from this machine’s keyring. Unlock the keyring and try again, or enter the key for this window.',
        ),
        action: { ...changeKey, title: t('Enter Key…') },
      };
    case 'store':
      return { message: t('The key cannot be stored in this machine’s keyring.') };
    case 'remove':
      return { message: t('The key cannot be removed from this machine’s keyring.') };
  }
}
