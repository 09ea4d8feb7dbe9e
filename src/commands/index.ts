// commands/ asks the person, calls the model and shows the outcome; it sends no request of its own. This is the table.
import type { CommandTable } from '#manifest.ts';
import { createProtectionCommands, type ProtectionDeps } from '#commands/connections/protectionCommands.ts';
import { type ConnectionDeps, createConnectionCommands } from '#commands/connections/connectionCommands.ts';
import { createDiagnoseCommands, type DiagnoseDeps } from '#commands/connections/diagnoseCommands.ts';
import { type CompareDeps, createCompareFiltersCommands } from './compareFiltersCommands.ts';
import { createDocumentCommands, type DocumentDeps } from './documentCommands.ts';
import { createExportCommands, type ExportDeps } from '#commands/exports/exportCommands.ts';
import { type CohortDeps, createCohortCommands } from './cohortCommands.ts';
import { confirmOverwrite } from './confirmOverwrite.ts';
import { createCopyRecordCommands } from './copyRecordCommands.ts';
import { createDashboardCommands, type DashboardDeps } from './dashboardCommands.ts';
import { createDeleteCommands, type DeleteDeps } from './deleteCommands.ts';
import { createRecordCommands, type RecordDeps } from './recordCommands.ts';
import { createRecordLinkCommands, type RecordLinkDeps } from './recordLinkCommands.ts';
import { createTreeFilterCommands, type FilterDeps } from './treeFilterCommands.ts';
import { createTableCommands, type TableDeps } from './tableCommands.ts';
import { createFailedChangeCommands, type FailedChangeDeps } from './failedChangeCommands.ts';
import { createLocalHistoryCommands, type LocalHistoryDeps } from './localHistoryCommands.ts';
import { CommandTargets, type TreeSelection } from './commandTargets.ts';
import { type ReopenDeps, reopenPage } from './reopenPage.ts';
import { createTrashCommands } from './trashCommands.ts';
import { createTileCommands, type TileDeps } from './tileCommands.ts';
import { createUndoCommands } from './undoCommands.ts';
import { UndoHistory } from '#model/records/undoHistory.ts';
import type { RecentRecords } from '#model/records/recentRecords.ts';
import { createViewCommands, type ViewDeps } from './viewCommands.ts';

type AllDeps = CohortDeps &
  CompareDeps &
  DashboardDeps &
  DeleteDeps &
  ConnectionDeps &
  DiagnoseDeps &
  DocumentDeps &
  ExportDeps &
  FailedChangeDeps &
  FilterDeps &
  LocalHistoryDeps &
  ProtectionDeps &
  RecordDeps &
  RecordLinkDeps &
  ReopenDeps &
  TableDeps &
  TileDeps &
  ViewDeps;

export interface CommandDeps extends Omit<AllDeps, 'targets' | 'history' | 'mayOverwrite'> {
  readonly selection: TreeSelection;
  readonly recentRecords: RecentRecords;
}

export function createCommandTable(given: CommandDeps): CommandTable {
  const { connections, catalog, selection, recentRecords, trash } = given;
  const targets = new CommandTargets(connections, catalog, selection, recentRecords, trash);
  const deps = { ...given, targets, history: new UndoHistory(), mayOverwrite: confirmOverwrite };
  return {
    ...createConnectionCommands(deps),
    ...createDiagnoseCommands(deps),
    ...createProtectionCommands(deps),
    ...createRecordCommands(deps),
    ...createDashboardCommands(deps),
    ...createCohortCommands(deps),
    ...createDeleteCommands(deps),
    ...createTrashCommands(deps),
    ...createCopyRecordCommands(deps),
    ...createTileCommands(deps),
    ...createUndoCommands(deps),
    ...createFailedChangeCommands(deps),
    ...createCompareFiltersCommands(deps),
    ...createLocalHistoryCommands(deps),
    ...createDocumentCommands(deps),
    ...createRecordLinkCommands(deps),
    ...createExportCommands(deps),
    ...createTableCommands(deps),
    ...createViewCommands(deps),
    'cohortDeck.reopenPage': (...args: readonly unknown[]) => reopenPage(deps, args),
    ...createTreeFilterCommands(deps),
  };
}
