// All parts of the model, created in the order of their needs.
import { RecentExports } from '#model/records/recentExports.ts';
import { RecentRecords } from '#model/records/recentRecords.ts';
import { ShownTables } from '#table/shownTables.ts';
import type { Base } from './createBase.ts';
import { createConnections } from './createConnections.ts';
import { createHistories } from './createHistories.ts';
import { createRecords } from './createRecords.ts';
import { createSuggestions } from './createSuggestions.ts';

export type Model = ReturnType<typeof createModel>;

export function createModel(base: Base) {
  const connections = createConnections(base);
  const records = createRecords(base, connections);
  return {
    ...connections,
    ...records,
    ...createHistories(base, connections.connections, records.catalog),
    ...createSuggestions(base, connections, records.catalog),
    recentExports: new RecentExports(base.memory('recentExports')),
    recentRecords: new RecentRecords(base.memory('recentRecords'), (ref) =>
      connections.connections.numbered(ref),
    ),
    shownTables: new ShownTables(),
  };
}
