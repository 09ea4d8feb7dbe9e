import * as vscode from 'vscode';
import type { RetryReason, RetryWait } from '#api/types.ts';

export type { RetryWait };

const { t } = vscode.l10n;

/** What a request waits for, and for how long. */
export function waitMessage(seconds: number, reason: RetryReason): string {
  switch (reason) {
    case 'throttled':
      return t('Rate limit reached. Retrying in {0} s.', seconds);
    case 'server':
      return t('The service failed. Retrying in {0} s.', seconds);
    case 'network':
      return t('Connection lost. Retrying in {0} s.', seconds);
  }
}
