// commands/ asks the person, calls the model and shows the outcome; it fetches and parses nothing. This is the table.
import type { CommandTable } from '#manifest.ts';
import { type ConnectionDeps, createConnectionCommands } from './connectionCommands.ts';
import { type CompareDeps, createCompareCommands } from './compareCommands.ts';
import { createDocumentCommands, type DocumentDeps } from './documentCommands.ts';
import { createExportCommands, type ExportDeps } from '#commands/exports/exportCommands.ts';
import { createRecordCommands, type RecordDeps } from './recordCommands.ts';
import { createTableCommands, type TableDeps } from './tableCommands.ts';
import { createTargets, type Selection } from './commandTargets.ts';
import { createTileCommands, type TileDeps } from './tileCommands.ts';
import { createViewCommands, type ViewDeps } from './viewCommands.ts';

type AllDeps = CompareDeps &
  ConnectionDeps &
  DocumentDeps &
  ExportDeps &
  RecordDeps &
  TableDeps &
  TileDeps &
  ViewDeps;

export interface CommandDeps extends Omit<AllDeps, 'targets'> {
  readonly selection: Selection;
}

export function createCommandTable(given: CommandDeps): CommandTable {
  const deps = { ...given, targets: createTargets(given.connections, given.catalog, given.selection) };
  return {
    ...createConnectionCommands(deps),
    ...createRecordCommands(deps),
    ...createTileCommands(deps),
    ...createCompareCommands(deps),
    ...createDocumentCommands(deps),
    ...createExportCommands(deps),
    ...createTableCommands(deps),
    ...createViewCommands(deps),
  };
}
