// The messages about `@current`, which people add to the tree and which moves in the service's web UI.
import * as vscode from 'vscode';
import { showInformation, showWarning } from '#host/messages/showMessage.ts';
import type { PinnedProject } from '#model/connections/connectionClients.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { MovedProject } from '#model/connections/currentProjects.ts';

const { t } = vscode.l10n;

export async function showPinned(
  connections: Pick<Connections, 'nameOf'>,
  { connectionId, project: { id, name } }: PinnedProject,
): Promise<void> {
  await showInformation(
    t(
      '“@current” of “{0}” is “{1}” ({2}). It stays this project, also after you open another one in the web UI.',
      connections.nameOf(connectionId),
      name || id,
      id,
    ),
  );
}

export async function showMoved({ connection, shown, now }: MovedProject): Promise<void> {
  const add = t('Add Project…');
  const choice = await showWarning(
    t(
      '“@current” of “{0}” is now “{1}” ({2}). The tree still shows “{3}” ({4}), and changes go there.',
      connection.name,
      now.name || now.id,
      now.id,
      shown.name || shown.id,
      shown.id,
    ),
    add,
  );
  if (choice === add) await vscode.commands.executeCommand('cohortDeck.addProject', connection.id);
}
