import * as vscode from 'vscode';
import type { ApiClient, CallOutcome, RateLimits, RetryWait } from '#api/clientTypes.ts';
import type { TransportGuard } from '#api/writeApproval.ts';
import { waitText } from '#host/messages/waitText.ts';
import { createSetting, readNetworkSettings } from '#host/settings/settings.ts';
import { DisposableStore } from './disposables.ts';
import type { Log } from './log.ts';

interface ClientTarget {
  readonly url: string;
  readonly rateLimits?: Partial<RateLimits>;
  readonly guard?: TransportGuard;
  readonly onOutcome?: (outcome: CallOutcome) => void;
}

/** Creates clients from the editor's settings. The first one loads the network code. */
export class ClientFactory implements vscode.Disposable {
  readonly #log: Log;
  readonly #timeoutSeconds = createSetting('cohortDeck.requestTimeoutSeconds');
  readonly #waited = new vscode.EventEmitter<RetryWait>();
  /** Requests wait for the rate limit, or before they are sent again. */
  readonly onDidWait = this.#waited.event;

  constructor(log: Log) {
    this.#log = log;
  }

  /** `say` is called with a sentence for each wait of a second or more, in place of `onDidWait`. */
  async create(
    { url, rateLimits, guard, onOutcome }: ClientTarget,
    key: string,
    say?: (text: string) => void,
  ): Promise<ApiClient> {
    const { createClient } = await import('#api/client.ts');
    return createClient({
      baseUrl: url,
      key,
      rateLimits,
      guard,
      onOutcome,
      network: readNetworkSettings(),
      timeoutMs: this.#timeoutSeconds.get() * 1000,
      log: (line) => this.#log.debug(line),
      onWait: (wait) => {
        const seconds = Math.ceil(wait.ms / 1000);
        this.#log.warn(`Waiting ${seconds} s before the next request (${wait.reason}).`);
        if (!say) this.#waited.fire(wait);
        else if (seconds >= 1) say(waitText(seconds, wait.reason));
      },
      fallbackFetch: globalThis.fetch,
    });
  }

  /** Existing clients were created from older settings. */
  onDidChangeSettings(listener: () => void): vscode.Disposable {
    const store = new DisposableStore();
    store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('http')) listener();
      }),
    );
    store.add(this.#timeoutSeconds.onDidChange(listener));
    return store;
  }

  dispose(): void {
    this.#waited.dispose();
  }
}
