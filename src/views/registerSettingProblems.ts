import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import type { Connections } from '#model/connections/connections.ts';

/**
 * Warns about unusable entries of the setting, once for each change, and offers to open it. `item` of the status bar does
 * the same as long as there are any, because the tree has no row of them.
 */
export function registerSettingProblems(
  connections: Pick<Connections, 'problems' | 'onDidChange'>,
  item: vscode.StatusBarItem,
  log: Log,
): vscode.Disposable {
  let reported = '[]';
  const report = () => {
    const { problems } = connections;
    const all = JSON.stringify(problems);
    if (all === reported) return;
    reported = all;
    if (problems.length === 0) return item.hide();
    void import('./showSettingProblems.ts').then(({ showProblemsIn, showSettingProblems }) => {
      if (all !== reported) return undefined;
      showProblemsIn(item, problems);
      return showSettingProblems(problems, log);
    });
  };
  report();
  return vscode.Disposable.from(item, connections.onDidChange(report));
}

export function createSettingProblemsItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem(
    'cohortDeck.settingProblems',
    vscode.StatusBarAlignment.Left,
  );
  item.name = vscode.l10n.t('Cohort Deck: Problems in Settings');
  return item;
}
