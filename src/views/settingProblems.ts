import * as vscode from 'vscode';
import type { ConnectionProblem } from '#model/connections/connectionSetting.ts';
import type { Connections } from '#model/connections/connections.ts';

const { t } = vscode.l10n;

/** A message of more sentences than this is not read. */
const mostTold = 3;

/** Says once for each state of the setting which of its entries cannot be used, and opens it. */
export function registerSettingProblems(
  connections: Connections,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  let told = '';
  const tell = () => {
    const sentences = connections.problems.map(describeProblem);
    const all = sentences.join(' ');
    if (all === told) return;
    told = all;
    if (all === '') return;
    log.warn(all);
    const more = sentences.length - mostTold;
    const text = [
      ...sentences.slice(0, mostTold),
      ...(more > 0 ? [t('{0} more are in the log.', more)] : []),
    ].join(' ');
    const open = t('Open Settings');
    void vscode.window.showWarningMessage(text, open).then((choice) => {
      if (choice === open)
        void vscode.commands.executeCommand('workbench.action.openSettingsJson', {
          revealSetting: { key: 'cohortDeck.connections' },
        });
    });
  };
  tell();
  return connections.onDidChange(tell);
}

function describeProblem({ index, reason }: ConnectionProblem): string {
  const n = index + 1;
  switch (reason) {
    case 'notAList':
      return t('The setting “cohortDeck.connections” has to be a list.');
    case 'notAnObject':
      return t('Connection {0} in the settings has to be an object with “id” and “url”.', n);
    case 'badId':
      return t('Connection {0} in the settings needs an “id” of lower-case letters, digits and dashes.', n);
    case 'doubleId':
      return t('Connection {0} in the settings has the “id” of another one; give it one of its own.', n);
    case 'badUrl':
      return t('Connection {0} in the settings needs a “url” that begins with https://.', n);
    case 'badProjects':
      return t('Connection {0} in the settings needs “projects” as a list of objects with an “id”.', n);
  }
}
