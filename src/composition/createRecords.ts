// The records: what was read of them, in which order they show, and what could not be changed.
import * as vscode from 'vscode';
import { showWarning } from '#host/showMessage.ts';
import { readSetting } from '#host/settings.ts';
import { lazy } from '#host/lazy.ts';
import type { Connections } from '#model/connections/connections.ts';
import { Catalog } from '#model/records/catalog.ts';
import { FailedChanges } from '#model/records/failedChanges.ts';
import type { PartlyCreated } from '#model/records/recordChanges.ts';
import { TreeOrders } from '#model/records/treeOrders.ts';
import { LocalPins } from '#model/records/localPins.ts';
import { ShownRecords } from '#model/records/shownRecords.ts';
import { Trash } from '#model/records/trash.ts';
import { createSharedFileMemory } from '#model/storage/fileMemory.ts';
import { createMigratedMemory } from '#model/storage/migratedMemory.ts';
import { createShortLock } from '#model/storage/shortLock.ts';
import type { Base } from './createBase.ts';
import type { createConnections } from './createConnections.ts';

export function createRecords(
  base: Base,
  {
    connections,
    openClient,
    statuses,
  }: Pick<ReturnType<typeof createConnections>, 'connections' | 'openClient' | 'statuses'>,
) {
  const { add, memory } = base;
  const trash = add(createTrash(base, connections));
  const catalog = add(
    new Catalog({ openClient, trash, pageSize: () => readSetting('cohortDeck.pageSize'), now: Date.now }),
  );
  add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      // The person may have deleted or restored records in the previous window.
      for (const project of trash.readAgain()) void catalog.refreshAll(project);
    }),
  );
  add(catalog.onDidCreatePartly((created) => void showPartlyCreated(created)));
  add(statuses.onDidRecover((connectionId) => void catalog.refreshFailed(connectionId)));
  const orders = add(new TreeOrders(memory('listOrders')));
  const pins = add(new LocalPins(memory('localPins'), (ref) => connections.numbered(ref)));
  add(connections.onDidChange(() => pins.readAgain()));
  return {
    trash,
    catalog,
    failedChanges: add(new FailedChanges()),
    orders,
    pins,
    shown: add(new ShownRecords(catalog, orders, pins)),
    /** The references of records that were just created here: their editor begins at the first field to fill in. */
    newRecords: new Set<string>(),
    loadOwnUsers: lazy(async () => {
      const { OwnUsers } = await import('#model/records/ownUsers.ts');
      const onNotKept = (error: unknown): void => base.log.warn('Could not store who the person is.', error);
      return add(new OwnUsers(memory('ownUsers'), { catalog, connections }, onNotKept));
    }),
    tilesToReveal: lazy(async () => new (await import('#model/records/tilesToReveal.ts')).TilesToReveal()),
  };
}

async function showPartlyCreated({ ref, name, fields }: PartlyCreated): Promise<void> {
  const shown = name ?? vscode.l10n.t('#{0}', ref.id);
  await showWarning(
    vscode.l10n.t('“{0}” was created, but the service did not set: {1}', shown, fields.join(', ')),
  );
}

/** In a file of its own: of two windows that change VS Code's storage at the same time, the change of one is lost. */
function createTrash({ add, inStorage, log, memory }: Base, connections: Connections): Trash {
  const file = createSharedFileMemory(inStorage('trash.json'), (error, keptAt) => {
    log.warn('Could not read the Trash.', error);
    const place = keptAt === undefined ? '' : ` ${vscode.l10n.t('The file was kept as {0}.', keptAt)}`;
    void showWarning(vscode.l10n.t('The Trash is empty, because its file is damaged.') + place);
  });
  const kept = createMigratedMemory(file, memory('trash'));
  const onNotRead = (error: unknown): void => {
    log.warn('Could not read the Trash.', error);
    void showWarning(vscode.l10n.t('The Trash could not be read. Reload the window to see what is in it.'));
  };
  const onNotKept = (error: unknown): void => {
    log.warn('Could not store the Trash.', error);
    void showWarning(
      vscode.l10n.t('The Trash cannot be stored. Restore what you need before you close this window.'),
    );
  };
  const trash = new Trash(kept, {
    numbered: (ref) => connections.numbered(ref),
    withLock: createShortLock(inStorage('saving'), (error) => log.warn('Could not lock the Trash.', error)),
    onNotKept,
    onNotRead,
  });
  add(connections.onDidChange(() => void trash.readAgain()));
  return trash;
}
