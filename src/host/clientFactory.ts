import * as vscode from 'vscode';
import type { ApiClient } from '#api/types.ts';
import { DisposableStore } from './disposables.ts';
import { onDidChangeNetworkSettings, readNetworkSettings } from './proxySettings.ts';
import { createSetting, readNumber } from './settings.ts';

/** Makes clients after the editor's settings. The network code is loaded by the first of them. */
export function createClientFactory(log: vscode.LogOutputChannel) {
  const timeoutSeconds = createSetting('cohortDeck.requestTimeoutSeconds');
  return {
    create: async (
      { url }: { readonly url: string },
      key: string,
      say?: (text: string) => void,
    ): Promise<ApiClient> => {
      const { createClient } = await import('#api/client.ts');
      return createClient({
        baseUrl: url,
        key,
        network: readNetworkSettings(),
        timeoutMs: readNumber(timeoutSeconds, 1, 600, 30) * 1000,
        log: (line) => log.debug(line),
        onWait: ({ ms, reason }) => {
          const seconds = Math.ceil(ms / 1000);
          tellWait(log, seconds, reason);
          if (seconds >= 1) say?.(waitText(seconds, reason));
        },
        fallbackFetch: globalThis.fetch,
      });
    },
    /** ConnectionClients that exist were made after older settings. */
    onDidChangeSettings: (listener: () => void): vscode.Disposable => {
      const store = new DisposableStore();
      store.add(onDidChangeNetworkSettings(listener));
      store.add(timeoutSeconds.onDidChange(listener));
      return store;
    },
  };
}

function waitText(seconds: number, reason: string): string {
  if (reason === 'throttled') return vscode.l10n.t('Rate limit reached. Retrying in {0} s.', seconds);
  return reason === 'server'
    ? vscode.l10n.t('The service failed. Retrying in {0} s.', seconds)
    : vscode.l10n.t('Connection lost. Retrying in {0} s.', seconds);
}

/** A wait is seen in the status bar for as long as it lasts. */
function tellWait(log: vscode.LogOutputChannel, seconds: number, reason: string): void {
  log.warn(`waiting ${seconds} s before the request is sent again (${reason})`);
  if (seconds >= 1)
    vscode.window.setStatusBarMessage(`$(watch) Cohort Deck: ${waitText(seconds, reason)}`, seconds * 1000);
}
