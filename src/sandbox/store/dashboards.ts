// Dashboards and their tiles.
import { flagIn, integerIn, integerOrNullIn, textIn, textOrNullIn } from './database.ts';
import type { Columns, Database, Row } from './database.ts';
import { forgetOrder } from './recordOrder.ts';
import { callerId, userText } from './projects.ts';

export interface DashboardRow {
  readonly id: number;
  readonly projectId: number;
  readonly name: string | null;
  readonly description: string;
  readonly pinned: boolean;
  readonly deleted: boolean;
  readonly createdAt: string;
  /** A user's id; null if the creator is unknown. */
  readonly createdBy: number | null;
  readonly isShared: boolean;
  readonly creationMode: 'default' | 'template' | 'duplicate' | 'unlisted';
  readonly useTemplate: string;
  readonly useDashboard: number | null;
  /** JSON text, as are tags. */
  readonly filters: string;
  readonly tags: string;
  readonly restrictionLevel: number;
}

/** JSON texts, but for the color. */
export interface TileRow {
  readonly insight: string | null;
  /** The members of the insight that are about its last calculation. */
  readonly outcome: string;
  readonly text: string | null;
  readonly widget: string | null;
  readonly button: string | null;
  readonly layouts: string;
  readonly color: string | null;
}

export const emptyTile: TileRow = {
  insight: null,
  outcome: '{"result":null,"last_refresh":null,"is_cached":false}',
  text: null,
  widget: null,
  button: null,
  layouts: '{}',
  color: null,
};

/** Includes deleted dashboards. */
export function findDashboard(db: Database, projectId: number, id: number): DashboardRow | undefined {
  const row = db.get('SELECT * FROM dashboard WHERE id = ? AND project_id = ?', id, projectId);
  return row && dashboardFrom(row);
}

export function insertDashboard(db: Database, fields: Omit<DashboardRow, 'id'>): DashboardRow {
  const id = db.insert('dashboard', {
    project_id: fields.projectId,
    created_at: fields.createdAt,
    created_by: fields.createdBy,
    is_shared: Number(fields.isShared),
    creation_mode: fields.creationMode,
    use_template: fields.useTemplate,
    use_dashboard: fields.useDashboard,
    ...changingColumns(fields),
    record: '', // it contains the id
  });
  const dashboard = { ...fields, id };
  forgetOrder(db, 'dashboard', fields.projectId);
  db.update('dashboard', id, { record: dashboardText(db, dashboard) });
  return dashboard;
}

export function updateDashboard(db: Database, dashboard: DashboardRow): void {
  forgetOrder(db, 'dashboard', dashboard.projectId);
  db.update('dashboard', dashboard.id, {
    ...changingColumns(dashboard),
    record: dashboardText(db, dashboard),
  });
}

function changingColumns(dashboard: Omit<DashboardRow, 'id'>): Columns {
  return {
    name: dashboard.name,
    description: dashboard.description,
    pinned: Number(dashboard.pinned),
    deleted: Number(dashboard.deleted),
    filters: dashboard.filters,
    tags: dashboard.tags,
    restriction_level: dashboard.restrictionLevel,
  };
}

export function insertTile(db: Database, dashboardId: number, tile: TileRow): number {
  const { insight, outcome, text, widget, button, layouts, color } = tile;
  return db.insert('tile', {
    dashboard_id: dashboardId,
    insight,
    outcome,
    text,
    widget,
    button,
    layouts,
    color,
  });
}

export function copyTiles(db: Database, fromDashboard: number, toDashboard: number): void {
  db.run(
    `INSERT INTO tile (dashboard_id, insight, outcome, text, widget, button, layouts, color)
      SELECT ?, insight, outcome, text, widget, button, layouts, color FROM tile WHERE dashboard_id = ? ORDER BY id`,
    toDashboard,
    fromDashboard,
  );
}

/** False if the dashboard has no such tile. */
export function moveTile(db: Database, tileId: number, fromDashboard: number, toDashboard: number): boolean {
  const { changes } = db.run(
    'UPDATE tile SET dashboard_id = ? WHERE id = ? AND dashboard_id = ?',
    toDashboard,
    tileId,
    fromDashboard,
  );
  return changes === 1;
}

/**
 * The dashboard's JSON: without tiles in lists, with tiles in every other response. Results are in `tiles` alone, so that
 * a response has them once.
 */
export function dashboardText(db: Database, dashboard: DashboardRow, withTiles = false): string {
  const tiles = withTiles
    ? db.all('SELECT * FROM tile WHERE dashboard_id = ? ORDER BY id', dashboard.id)
    : undefined;
  const insights = tiles?.flatMap((tile) => textOrNullIn(tile, 'insight') ?? []);
  const level = dashboard.restrictionLevel;
  // At level 37 only the creator and collaborators can edit; every caller of this service is the same user.
  const privilege = level === 21 || dashboard.createdBy === callerId ? 37 : 21;
  const text = JSON.stringify;
  return (
    `{"id":${dashboard.id},"name":${text(dashboard.name)},"description":${text(dashboard.description)},` +
    `"items":${insights ? `[${insights.join(',')}]` : 'null'},"pinned":${dashboard.pinned},` +
    `"created_at":${text(dashboard.createdAt)},"created_by":${userText(db, dashboard.createdBy)},` +
    `"is_shared":${dashboard.isShared},"deleted":${dashboard.deleted},` +
    `"creation_mode":${text(dashboard.creationMode)},` +
    (dashboard.useTemplate === '' ? '' : `"use_template":${text(dashboard.useTemplate)},`) +
    (dashboard.useDashboard === null ? '' : `"use_dashboard":${dashboard.useDashboard},`) +
    `"filters":${dashboard.filters},"tags":${dashboard.tags},` +
    `"tiles":${tiles ? `[${tiles.map(tileText).join(',')}]` : 'null'},"restriction_level":${level},` +
    `"effective_restriction_level":${level},"effective_privilege_level":${privilege}}`
  );
}

function tileText(row: Row): string {
  const insight = textOrNullIn(row, 'insight');
  const widget = textOrNullIn(row, 'widget');
  const button = textOrNullIn(row, 'button');
  return (
    `{"id":${integerIn(row, 'id')},` +
    `"insight":${insight === null ? 'null' : `${insight.slice(0, -1)},${textIn(row, 'outcome').slice(1)}`},` +
    `"text":${textOrNullIn(row, 'text')},` +
    (widget === null ? '' : `"widget":${widget},`) +
    (button === null ? '' : `"button_tile":${button},`) +
    `"layouts":${textIn(row, 'layouts')},"color":${JSON.stringify(textOrNullIn(row, 'color'))}}`
  );
}

const creationModes = ['default', 'template', 'duplicate', 'unlisted'] as const;

function dashboardFrom(row: Row): DashboardRow {
  return {
    id: integerIn(row, 'id'),
    projectId: integerIn(row, 'project_id'),
    name: textOrNullIn(row, 'name'),
    description: textIn(row, 'description'),
    pinned: flagIn(row, 'pinned'),
    deleted: flagIn(row, 'deleted'),
    createdAt: textIn(row, 'created_at'),
    createdBy: integerOrNullIn(row, 'created_by'),
    isShared: flagIn(row, 'is_shared'),
    creationMode: creationModes.find((mode) => mode === row['creation_mode']) ?? 'default',
    useTemplate: textIn(row, 'use_template'),
    useDashboard: integerOrNullIn(row, 'use_dashboard'),
    filters: textIn(row, 'filters'),
    tags: textIn(row, 'tags'),
    restrictionLevel: integerIn(row, 'restriction_level'),
  };
}
