// The status bar item that says what requests wait for. It counts down and goes away by itself.
import * as vscode from 'vscode';
import { type RetryWait, waitMessage } from '#host/waitMessage.ts';

const everyMs = 1000;

export interface WaitStatusBar extends vscode.Disposable {
  /** Does nothing for a wait that is too short to be read, or over before the one that is shown. */
  show(wait: RetryWait): void;
}

export function createWaitStatusBar(): WaitStatusBar {
  const item = vscode.window.createStatusBarItem('cohortDeck.wait', vscode.StatusBarAlignment.Left);
  item.name = vscode.l10n.t('Cohort Deck: Waiting for the Service');
  let until: { readonly ms: number; readonly reason: RetryWait['reason'] } | undefined;
  let timer: NodeJS.Timeout | undefined;

  const update = (): void => {
    const seconds = until === undefined ? 0 : Math.ceil((until.ms - performance.now()) / 1000);
    if (until === undefined || seconds <= 0) {
      until = undefined;
      clearInterval(timer);
      timer = undefined;
      item.hide();
      return;
    }
    item.text = `$(watch) Cohort Deck: ${waitMessage(seconds, until.reason)}`;
    item.show();
  };

  return {
    show({ ms, reason }) {
      const untilMs = performance.now() + ms;
      if (ms < everyMs || untilMs < (until?.ms ?? 0)) return;
      until = { ms: untilMs, reason };
      timer ??= setInterval(update, everyMs);
      update();
    },
    dispose() {
      clearInterval(timer);
      item.dispose();
    },
  };
}
