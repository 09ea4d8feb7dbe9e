// Every id that is also in package.json; a test compares them.

export const extensionId = 'cohort-deck.cohort-deck';
export const scheme = 'cohortdeck';
/** The scheme of the pages that Diagnose Connection opens. */
export const diagnosisScheme = 'cohortdeck-diagnosis';
export const treeViewId = 'cohortDeck.tree';
export const filtersEditorViewType = 'cohortDeck.filters';
export const tableEditorViewType = 'cohortDeck.table';
export const personsEditorViewType = 'cohortDeck.persons';
export const dashboardEditorViewType = 'cohortDeck.dashboard';
export const cohortEditorViewType = 'cohortDeck.cohort';
/** The view type of a panel, which package.json does not name. */
export const comparisonViewType = 'cohortDeck.comparison';
/** The language of our documents: JSON with settings of its own. */
export const languageId = 'cohortdeck';

export const commandIds = [
  'cohortDeck.connect',
  'cohortDeck.trySampleData',
  'cohortDeck.disconnect',
  'cohortDeck.renameConnection',
  'cohortDeck.changeKey',
  'cohortDeck.addProject',
  'cohortDeck.removeProject',
  'cohortDeck.setProtection',
  'cohortDeck.refresh',
  'cohortDeck.refreshAll',
  'cohortDeck.goToRecord',
  'cohortDeck.filter',
  'cohortDeck.clearFilter',
  'cohortDeck.setWhoIAm',
  'cohortDeck.sortBy',
  'cohortDeck.createDashboard',
  'cohortDeck.createCohort',
  'cohortDeck.createCohortFrom',
  'cohortDeck.rename',
  'cohortDeck.editDescription',
  'cohortDeck.editTags',
  'cohortDeck.setEditAccess',
  'cohortDeck.recalculate',
  'cohortDeck.addPersons',
  'cohortDeck.removePersons',
  'cohortDeck.findUses',
  'cohortDeck.pin',
  'cohortDeck.unpin',
  'cohortDeck.duplicate',
  'cohortDeck.copyTo',
  'cohortDeck.delete',
  'cohortDeck.showTrash',
  'cohortDeck.restore',
  'cohortDeck.emptyTrash',
  'cohortDeck.undo',
  'cohortDeck.redo',
  'cohortDeck.openDashboard',
  'cohortDeck.openCohort',
  'cohortDeck.showTile',
  'cohortDeck.editFilters',
  'cohortDeck.openFiltersAsText',
  'cohortDeck.editGroups',
  'cohortDeck.editAsJson',
  'cohortDeck.showFilters',
  'cohortDeck.showGroups',
  'cohortDeck.showAsJson',
  'cohortDeck.compareFilters',
  'cohortDeck.showHistory',
  'cohortDeck.clearHistory',
  'cohortDeck.showAgentCalls',
  'cohortDeck.addToMcpJson',
  'cohortDeck.copyMcpConfiguration',
  'cohortDeck.compareCohorts',
  'cohortDeck.showPersons',
  'cohortDeck.compareExports',
  'cohortDeck.exportPersons',
  'cohortDeck.resumeExport',
  'cohortDeck.saveExportAs',
  'cohortDeck.recentExports',
  'cohortDeck.copyPersons',
  'cohortDeck.openAsTable',
  'cohortDeck.openAsTableToSide',
  'cohortDeck.openTableAsText',
  'cohortDeck.reopenPage',
  'cohortDeck.clearExports',
  'cohortDeck.moveTile',
  'cohortDeck.copyId',
  'cohortDeck.copyLink',
  'cohortDeck.openInBrowser',
  'cohortDeck.showLog',
  'cohortDeck.loadMore',
  'cohortDeck.retry',
  'cohortDeck.diagnoseConnection',
  'cohortDeck.copyDiagnosis',
  'cohortDeck.retryConnection',
  'cohortDeck.retryFailedChanges',
] as const;
export type CommandId = (typeof commandIds)[number];

/** A command without a handler does not compile. */
export type CommandTable = { readonly [K in CommandId]: (...args: readonly unknown[]) => unknown };

/** What agents can call, by the names that other programs see; package.json has each with a prefix. */
export const toolNames = [
  'list_records',
  'get_record',
  'find_uses',
  'count_overlap',
  'summarize_persons',
  'read_persons',
  'open_record',
  'export_persons',
  'create_cohort',
  'edit_filters',
  'edit_record',
  'undo_change',
] as const;
export type ToolName = (typeof toolNames)[number];

/** The settings, with the types of their defaults. */
export interface Settings {
  readonly 'cohortDeck.agents.access': 'off' | 'read' | 'write';
  readonly 'cohortDeck.agents.persons': boolean;
  readonly 'cohortDeck.connections': readonly unknown[];
  readonly 'cohortDeck.pageSize': number;
  readonly 'cohortDeck.requestTimeoutSeconds': number;
  readonly 'cohortDeck.confirmDelete': boolean;
  readonly 'cohortDeck.exports.keepDays': number;
  readonly 'cohortDeck.history.keepDays': number;
}
export type SettingId = keyof Settings;

/** Colors of package.json, by the protection that they stand for. */
export const colorIds = { production: 'cohortDeck.production', readOnly: 'cohortDeck.readOnly' } as const;

/** Context keys of when clauses in package.json. */
export const contextKeys = [
  'cohortDeck.connectionCount',
  'cohortDeck.exportIsActive',
  'cohortDeck.isFiltered',
  'cohortDeck.isReadOnly',
  'cohortDeck.needsNode',
  'cohortDeck.selectedBesideRecords',
] as const;
export type ContextKey = (typeof contextKeys)[number];
