import * as vscode from 'vscode';
import type { RetryWait } from '#api/clientTypes.ts';

export { maxWaitMs } from '#api/http/retryAfter.ts';
export type { RetryWait };

const { t } = vscode.l10n;

/** Why a request waits, and how long. */
export function waitText(seconds: number, reason: RetryWait['reason']): string {
  switch (reason) {
    case 'paced':
      return t('Staying below the rate limit. Continuing in {0} s.', seconds);
    case 'throttled':
      return t('Rate limit reached. Retrying in {0} s.', seconds);
    case 'server':
      return t('The service failed. Retrying in {0} s.', seconds);
    case 'network':
      return t('Connection lost. Retrying in {0} s.', seconds);
  }
}
