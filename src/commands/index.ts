// commands/ asks the person, calls the model and shows the outcome; it fetches and parses nothing. This is the table.
import type { CommandTable } from '../manifest.ts';
import { type ConnectionDeps, createConnectionCommands } from './connections.ts';
import { createDocumentCommands, type DocumentDeps } from './documents.ts';
import { createExportCommands, type ExportDeps } from './exports.ts';
import { createRecordCommands, type RecordDeps } from './records.ts';
import { createTileCommands, type TileDeps } from './tiles.ts';
import { createViewCommands, type ViewDeps } from './views.ts';

export { createTargets } from './targets.ts';

export type CommandDeps = ConnectionDeps & DocumentDeps & ExportDeps & RecordDeps & TileDeps & ViewDeps;

export function createCommandTable(deps: CommandDeps): CommandTable {
  return {
    ...createConnectionCommands(deps),
    ...createRecordCommands(deps),
    ...createTileCommands(deps),
    ...createDocumentCommands(deps),
    ...createExportCommands(deps),
    ...createViewCommands(deps),
  };
}
