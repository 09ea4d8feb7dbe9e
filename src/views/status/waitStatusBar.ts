// The status bar item that says what requests wait for. It counts down and goes away by itself.
import * as vscode from 'vscode';
import { type RetryWait, WaitCountdown } from '#host/messages/waitText.ts';

export interface WaitStatusBar extends vscode.Disposable {
  show(wait: RetryWait): void;
}

export function createWaitStatusBar(): WaitStatusBar {
  const item = vscode.window.createStatusBarItem('cohortDeck.wait', vscode.StatusBarAlignment.Left);
  item.name = vscode.l10n.t('Cohort Deck: Waiting for the Service');
  const countdown = new WaitCountdown((sentence) => {
    if (sentence === '') return item.hide();
    item.text = `$(watch) Cohort Deck: ${sentence}`;
    item.show();
  });
  return {
    show: countdown.show,
    dispose() {
      countdown.dispose();
      item.dispose();
    },
  };
}
