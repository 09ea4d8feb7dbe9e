import * as vscode from 'vscode';
import type { Protection } from '#model/connections/protection.ts';

const { t } = vscode.l10n;

/** Beside a name. */
export function protectionLabel(protection: Protection | undefined): string {
  if (protection === undefined) return '';
  return protection === 'production' ? t('production') : t('read-only');
}

/** What it means, in a sentence. */
export function describeProtection(protection: Protection): string {
  return protection === 'production'
    ? t('Production: changes are sent only after you confirm')
    : t('Read-only: no change can be sent');
}
