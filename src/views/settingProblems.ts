import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { showWarning } from '#host/messages.ts';
import type { ConnectionProblem } from '#model/connections/connectionSetting.ts';
import type { Connections } from '#model/connections/connections.ts';

const { t } = vscode.l10n;

/** People do not read longer messages. */
const maxSentences = 3;

/** Warns about unusable entries of the setting, once for each change, and offers to open it. */
export function registerSettingProblems(connections: Connections, log: Log): vscode.Disposable {
  let reported = '';
  const report = () => {
    const sentences = connections.problems.map(describeProblem);
    const all = sentences.join(' ');
    if (all === reported) return;
    reported = all;
    if (all === '') return;
    log.warn(all);
    const shown = sentences.slice(0, maxSentences);
    const more = sentences.length - shown.length;
    if (more > 0) shown.push(t('See the log for {0} more.', more));
    const text = shown.join(' ');
    const open = t('Open Settings');
    void showWarning(text, open).then((choice) => {
      if (choice === open)
        void vscode.commands.executeCommand('workbench.action.openSettingsJson', {
          revealSetting: { key: 'cohortDeck.connections' },
        });
    });
  };
  report();
  return connections.onDidChange(report);
}

function describeProblem({ index, reason }: ConnectionProblem): string {
  const n = index + 1;
  switch (reason) {
    case 'notAList':
      return t('The setting “cohortDeck.connections” must be a list.');
    case 'notAnObject':
      return t('Connection {0} in the settings must be an object with “id” and “url”.', n);
    case 'badId':
      return t('Connection {0} in the settings needs an “id” of lower-case letters, digits and dashes.', n);
    case 'doubleId':
      return t('Connection {0} in the settings has the same “id” as another one. Change one of them.', n);
    case 'badUrl':
      return t('Connection {0} in the settings needs a “url” that begins with https://.', n);
    case 'badProtection':
      return t(
        'Connection {0} in the settings has an unknown “protection”. It counts as “readOnly” until you correct it.',
        n,
      );
    case 'badProjects':
      return t('Connection {0} in the settings needs “projects” as a list of objects with an “id”.', n);
  }
}
