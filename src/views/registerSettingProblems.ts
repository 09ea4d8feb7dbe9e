import type * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import type { Connections } from '#model/connections/connections.ts';

/** Warns about unusable entries of the setting, once for each change, and offers to open it. */
export function registerSettingProblems(connections: Connections, log: Log): vscode.Disposable {
  let reported = '';
  const report = () => {
    const { problems } = connections;
    const all = JSON.stringify(problems);
    if (all === reported) return;
    reported = all;
    if (problems.length === 0) return;
    void import('./showSettingProblems.ts').then(({ showSettingProblems }) =>
      showSettingProblems(problems, log),
    );
  };
  report();
  return connections.onDidChange(report);
}
