// commands/ asks the person, calls the model and shows the outcome; it sends no request of its own. This is the table.
import type { CommandTable } from '#manifest.ts';
import { type AgentCommandDeps, createAgentCommands } from './agentCommands.ts';
import { createProtectionCommands, type ProtectionDeps } from '#commands/connections/protectionCommands.ts';
import { type ConnectionDeps, createConnectionCommands } from '#commands/connections/connectionCommands.ts';
import { createDiagnoseCommands, type DiagnoseDeps } from '#commands/connections/diagnoseCommands.ts';
import {
  type CompareDeps,
  createCompareFiltersCommands,
} from '#commands/documents/compareFiltersCommands.ts';
import { createDocumentCommands, type DocumentDeps } from '#commands/documents/documentCommands.ts';
import { createExportCommands, type ExportDeps } from '#commands/exports/exportCommands.ts';
import { type CohortDeps, createCohortCommands } from '#commands/records/cohortCommands.ts';
import { confirmOverwrite } from './confirmWrite.ts';
import { createCopyRecordCommands } from '#commands/records/copyRecordCommands.ts';
import { createDashboardCommands, type DashboardDeps } from '#commands/records/dashboardCommands.ts';
import { createDeleteCommands, type DeleteDeps } from '#commands/records/deleteCommands.ts';
import {
  createRecordCommands,
  createRecordLinkCommands,
  type RecordDeps,
  type RecordLinkDeps,
} from '#commands/records/recordCommands.ts';
import { createTreeFilterCommands, type FilterDeps } from './treeFilterCommands.ts';
import { createTableCommands, type TableDeps } from '#commands/documents/tableCommands.ts';
import { createFailedChangeCommands, type FailedChangeDeps } from './failedChangeCommands.ts';
import {
  createLocalHistoryCommands,
  type LocalHistoryDeps,
} from '#commands/documents/localHistoryCommands.ts';
import { CommandTargets, type TreeSelection } from '#commands/targets/commandTargets.ts';
import { type ReopenDeps, reopenPage } from '#commands/documents/reopenPage.ts';
import { createStaticPersonCommands, type StaticPersonDeps } from '#commands/records/staticPersonCommands.ts';
import { createTrashCommands } from '#commands/records/trashCommands.ts';
import { createPinCommands, type PinDeps } from '#commands/records/pinCommands.ts';
import { createTileCommands, type TileDeps } from '#commands/records/tileCommands.ts';
import { createUndoCommands } from './undoCommands.ts';
import type { CohortDetails } from '#model/records/cohortDetails.ts';
import type { RecentRecords } from '#model/records/localPins.ts';
import { createViewCommands, type ViewDeps } from './viewCommands.ts';

type AllDeps = AgentCommandDeps &
  CohortDeps &
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
  PinDeps &
  ProtectionDeps &
  RecordDeps &
  RecordLinkDeps &
  ReopenDeps &
  StaticPersonDeps &
  TableDeps &
  TileDeps &
  ViewDeps;

export interface CommandDeps extends Omit<AllDeps, 'targets' | 'mayOverwrite' | 'details'> {
  readonly selection: TreeSelection;
  readonly recentRecords: RecentRecords;
  readonly details: () => Promise<CohortDetails>;
}

export function createCommandTable(given: CommandDeps): CommandTable {
  const { connections, catalog, selection, recentRecords, trash, details, log } = given;
  const onError = (error: unknown) => log.warn('Could not search for cohorts.', error);
  const targets = new CommandTargets(connections, catalog, selection, recentRecords, trash, {
    details,
    onError,
  });
  const deps = { ...given, targets, mayOverwrite: confirmOverwrite };
  return {
    ...createConnectionCommands(deps),
    ...createDiagnoseCommands(deps),
    ...createProtectionCommands(deps),
    ...createRecordCommands(deps),
    ...createDashboardCommands(deps),
    ...createCohortCommands(deps),
    ...createStaticPersonCommands(deps),
    ...createPinCommands(deps),
    ...createDeleteCommands(deps),
    ...createTrashCommands(deps),
    ...createCopyRecordCommands(deps),
    ...createTileCommands(deps),
    ...createUndoCommands(deps),
    ...createFailedChangeCommands(deps),
    ...createCompareFiltersCommands(deps),
    ...createLocalHistoryCommands(deps),
    ...createAgentCommands(deps),
    ...createDocumentCommands(deps),
    ...createRecordLinkCommands(deps),
    ...createExportCommands(deps),
    ...createTableCommands(deps),
    ...createViewCommands(deps),
    'cohortDeck.reopenPage': (...args: readonly unknown[]) => reopenPage(deps, args),
    ...createTreeFilterCommands(deps),
  };
}
