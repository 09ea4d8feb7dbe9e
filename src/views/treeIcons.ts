// The icon of every kind of tree item.
import * as vscode from 'vscode';

/** Codicons by what the item shows. */
export const treeIcons = {
  connection: 'plug',
  sampleConnection: 'beaker',
  project: 'project',
  dashboardList: 'dashboard',
  cohortList: 'organization',
  dashboard: 'dashboard',
  pinned: 'pinned',
  cohort: 'person',
  staticCohort: 'checklist',
  calculatingCohort: 'sync',
  /** While the status is polled. Never for longer: a spinning icon costs a tenth of a processor. */
  pollingCohort: 'sync~spin',
  failedCohort: 'warning',
  tile: 'graph',
  textTile: 'note',
  trash: 'trash',
  loadMore: 'ellipsis',
  failure: 'error',
  offline: 'debug-disconnect',
  unauthorized: 'key',
  throttled: 'watch',
  unknown: 'question',
} as const;

export type TreeIcon = keyof typeof treeIcons;

const colors: Partial<Record<TreeIcon, string>> = {
  failedCohort: 'list.warningForeground',
  failure: 'list.errorForeground',
  offline: 'list.errorForeground',
  unauthorized: 'list.warningForeground',
  throttled: 'list.warningForeground',
};

export function themeIcon(icon: TreeIcon): vscode.ThemeIcon {
  const color = colors[icon];
  return new vscode.ThemeIcon(
    treeIcons[icon],
    color === undefined ? undefined : new vscode.ThemeColor(color),
  );
}
