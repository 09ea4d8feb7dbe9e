// The records: what was read of them, in which order they show, and what could not be changed.
import { readSetting } from '#host/settings.ts';
import { lazy } from '#host/lazy.ts';
import { Catalog } from '#model/records/catalog.ts';
import { FailedChanges } from '#model/records/failedChanges.ts';
import { ListOrders } from '#model/records/listOrder.ts';
import { LocalPins } from '#model/records/localPins.ts';
import { ShownRecords } from '#model/records/shownRecords.ts';
import { Trash } from '#model/records/trash.ts';
import type { Base } from './createBase.ts';
import type { createConnections } from './createConnections.ts';

export function createRecords(
  { add, memory }: Base,
  { openClient, statuses }: Pick<ReturnType<typeof createConnections>, 'openClient' | 'statuses'>,
) {
  const trash = add(new Trash(memory('trash')));
  const catalog = add(
    new Catalog({ openClient, trash, pageSize: () => readSetting('cohortDeck.pageSize'), now: Date.now }),
  );
  add(statuses.onDidRecover((connectionId) => void catalog.refreshFailed(connectionId)));
  const orders = add(new ListOrders(memory('listOrders')));
  const pins = add(new LocalPins(memory('localPins')));
  return {
    trash,
    catalog,
    failedChanges: add(new FailedChanges()),
    orders,
    pins,
    shown: add(new ShownRecords(catalog, orders, pins)),
    /** The references of records that were just created here: their editor begins at the first field to fill in. */
    newRecords: new Set<string>(),
    wantedTiles: lazy(async () => new (await import('#model/records/wantedTiles.ts')).WantedTiles()),
  };
}
