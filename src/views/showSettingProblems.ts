import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { showWarning } from '#host/messages/showMessage.ts';
import type { ConnectionProblem } from '#model/connections/connectionSetting.ts';

const { t } = vscode.l10n;

/** Longer messages would not be read. */
const maxSentences = 3;

export async function showSettingProblems(problems: readonly ConnectionProblem[], log: Log): Promise<void> {
  const sentences = problems.map(describeProblem);
  log.warn(sentences.join(' '));
  const shown = sentences.slice(0, maxSentences);
  const more = sentences.length - shown.length;
  if (more > 0) shown.push(t('See the log for {0} more.', more));
  const { command, title, arguments: args } = openSetting();
  if ((await showWarning(shown.join(' '), title)) !== title) return;
  await vscode.commands.executeCommand(command, ...args);
}

export function showProblemsIn(item: vscode.StatusBarItem, problems: readonly ConnectionProblem[]): void {
  const text =
    problems.length === 1
      ? t('1 problem in the settings of connections')
      : t('{0} problems in the settings of connections', problems.length);
  item.text = `$(warning) ${text}`;
  item.tooltip = problems.map(describeProblem).join('\n');
  item.accessibilityInformation = { label: text };
  item.command = openSetting();
  item.show();
}

function openSetting() {
  return {
    command: 'workbench.action.openSettingsJson',
    title: t('Open Settings'),
    arguments: [{ revealSetting: { key: 'cohortDeck.connections' } }],
  };
}

function describeProblem({ index, reason }: ConnectionProblem): string {
  const n = index + 1;
  switch (reason) {
    case 'notAList':
      return t('The setting “cohortDeck.connections” must be a list.');
    case 'notAnObject':
      return t('Connection {0} in the settings must be an object with “id” and “url”.', n);
    case 'badId':
      return t('Connection {0} in the settings needs an “id” of lowercase letters, digits and dashes.', n);
    case 'doubleId':
      return t('Connection {0} in the settings has the same “id” as another one. Change one of them.', n);
    case 'badUrl':
      return t('Connection {0} in the settings needs a “url” that begins with https://.', n);
    case 'badProtection':
      return t(
        'Connection {0} in the settings has an unknown “protection”. It is treated as “readOnly” until you correct it.',
        n,
      );
    case 'badLimits':
      return t(
        'Connection {0} in the settings needs “requestsPerMinute” as an object with numbers from 0 to 100,000 for “records” and “persons”.',
        n,
      );
    case 'badProjects':
      return t('Connection {0} in the settings needs “projects” as a list of objects with an “id”.', n);
  }
}
