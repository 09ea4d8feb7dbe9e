import * as vscode from 'vscode';
import type { RetryWait } from '#api/clientTypes.ts';

export { maxWaitMs } from '#api/clientTypes.ts';
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
      return t('No connection. Retrying in {0} s.', seconds);
  }
}

// What requests wait for, as a sentence each second until the wait is over.
const everyMs = 1000;

export class WaitCountdown {
  readonly #say: (sentence: string) => void;
  #until: { readonly ms: number; readonly reason: RetryWait['reason'] } | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `say` is called with '' once nothing waits. */
  constructor(say: (sentence: string) => void) {
    this.#say = say;
  }

  /** Does nothing for a wait that is too short to be read, or over before the one that is shown. */
  readonly show = ({ ms, reason }: RetryWait): void => {
    const untilMs = performance.now() + ms;
    if (ms < everyMs || untilMs < (this.#until?.ms ?? 0)) return;
    this.#until = { ms: untilMs, reason };
    this.#timer ??= setInterval(() => this.#update(), everyMs);
    this.#update();
  };

  /** Says no more of the wait that is shown. */
  dispose(): void {
    this.#until = undefined;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #update(): void {
    const until = this.#until;
    const seconds = until ? Math.ceil((until.ms - performance.now()) / 1000) : 0;
    if (until && seconds > 0) return this.#say(waitText(seconds, until.reason));
    this.dispose();
    this.#say('');
  }
}
