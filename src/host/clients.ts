import * as vscode from 'vscode';
import type { ApiClient } from '../api/types.ts';
import { DisposableStore } from './disposables.ts';
import { onDidChangeNetworkSettings, readNetworkSettings } from './network.ts';
import { createSetting, readNumber } from './settings.ts';

/** Makes clients after the editor's settings. The network code is loaded by the first of them. */
export function createClientFactory(log: vscode.LogOutputChannel) {
  const timeoutSeconds = createSetting('cohortDeck.requestTimeoutSeconds');
  return {
    create: async ({ url }: { readonly url: string }, key: string): Promise<ApiClient> => {
      const { createClient } = await import('../api/client.ts');
      return createClient({
        baseUrl: url,
        key,
        network: readNetworkSettings(),
        timeoutMs: readNumber(timeoutSeconds, 1, 600, 30) * 1000,
        log: (line) => log.debug(line),
        onWait: ({ ms, reason }) => tellWait(log, Math.ceil(ms / 1000), reason),
        fallbackFetch: globalThis.fetch,
      });
    },
    /** Clients that exist were made after older settings. */
    onDidChangeSettings: (listener: () => void): vscode.Disposable => {
      const store = new DisposableStore();
      store.add(onDidChangeNetworkSettings(listener));
      store.add(timeoutSeconds.onDidChange(listener));
      return store;
    },
  };
}

/** A wait is seen in the status bar for as long as it lasts. */
function tellWait(log: vscode.LogOutputChannel, seconds: number, reason: string): void {
  log.warn(`waiting ${seconds} s before the request is sent again (${reason})`);
  const text =
    reason === 'throttled'
      ? vscode.l10n.t('$(watch) Cohort Deck: rate limit, going on in {0} s', seconds)
      : vscode.l10n.t('$(watch) Cohort Deck: connection lost, trying again in {0} s', seconds);
  if (seconds >= 1) vscode.window.setStatusBarMessage(text, seconds * 1000);
}
