// VS Code in a browser does not pass changed settings and keys to other windows. So a window that changes them sends a signal:
// the others read the settings again, and for a changed key they ask the person to reload the window.
import * as vscode from 'vscode';
import { showInformation } from '#host/messages/showMessage.ts';
import type { SecretKeys } from '#host/secretKeys.ts';
import type { Setting } from '#host/settings/settings.ts';
import type { Connections } from '#model/connections/connections.ts';
import { WindowSignals } from '#model/storage/windowSignals.ts';

const { t } = vscode.l10n;

export interface OtherWindowsOptions {
  readonly folder: string;
  readonly setting: Pick<Setting<'cohortDeck.connections'>, 'reread' | 'onDidChange'>;
  readonly connections: Connections;
  readonly keys: Pick<SecretKeys, 'onDidChange'>;
  readonly onError: (error: unknown) => void;
}

const settingSignal = 'connections';
const keySignal = 'key-';

export async function watchChangesInOtherWindows(options: OtherWindowsOptions): Promise<vscode.Disposable> {
  const { folder, setting, connections, keys, onError } = options;
  /** Connections that have another key elsewhere, also such as are not known here yet. */
  const newerKeys = new Set<string>();
  const offerReloads = (): void => {
    for (const id of newerKeys) {
      const connection = connections.get(id);
      if (connection && newerKeys.delete(id)) void offerReload(connection.name);
    }
  };
  let isRereading = false;
  const onSignal = (name: string): void => {
    if (name.startsWith(keySignal)) {
      newerKeys.add(name.slice(keySignal.length));
      offerReloads();
      return;
    }
    isRereading = true;
    setting
      .reread()
      .catch(onError)
      .finally(() => (isRereading = false));
  };
  const signals = new WindowSignals(folder, onSignal, onError);
  const subscriptions = [
    signals,
    setting.onDidChange(() => {
      if (!isRereading) void signals.send(settingSignal); // else it is the other window's change
    }),
    keys.onDidChange((id, isStored) => {
      if (isStored) void signals.send(`${keySignal}${id}`);
    }),
    connections.onDidChange(offerReloads),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) void signals.look();
    }),
  ];
  await signals.start();
  return vscode.Disposable.from(...subscriptions);
}

async function offerReload(name: string): Promise<void> {
  const reload = t('Reload Window');
  const message = t(
    'Another window changed the key of “{0}”. Reload this window to use it. In another browser, enter it again.',
    name,
  );
  if ((await showInformation(message, reload)) === reload)
    await vscode.commands.executeCommand('workbench.action.reloadWindow');
}
