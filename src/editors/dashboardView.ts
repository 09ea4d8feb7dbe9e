// What a dashboard's page shows of a record and its tiles.
import * as vscode from 'vscode';
import { computedAt, readTile } from '#insights/readTile.ts';
import { readLayout } from '#insights/tileLayout.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { type Dashboard, isViewOnly, nameOf, ownerOf, tagsOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { type Tile, tileTitle } from '#model/records/tiles.ts';
import type { DashboardHeader, TileView } from '#protocol/dashboard.ts';
import { displayText } from '#text/displayText.ts';
import { placeOf } from './recordPage.ts';

const { t } = vscode.l10n;

interface HeaderSources {
  readonly connections: Connections;
  readonly guard: WriteGuard;
}

export function headerOf(
  ref: RecordRef,
  dashboard: Dashboard,
  { connections, guard }: HeaderSources,
): DashboardHeader {
  const name = nameOf(dashboard);
  return {
    place: placeOf(connections, ref),
    name: dashboard.name ?? '',
    title: name === undefined ? t('Untitled dashboard #{0}', ref.id) : displayText(name, 400),
    description: dashboard.description ?? '',
    tags: tagsOf(dashboard).map((tag) => displayText(tag)),
    isPinned: dashboard.pinned,
    owner: displayText(ownerOf(dashboard.created_by) ?? ''),
    access: accessOf(dashboard.restriction_level),
    canEdit: guard.protectionOf(ref) !== 'readOnly' && !isViewOnly(dashboard),
    hasWebPage: connections.get(ref.connectionId)?.isSample === false,
  };
}

function accessOf(level: number | null | undefined): DashboardHeader['access'] {
  return level === 21 ? 'everyone' : level === 37 ? 'collaborators' : undefined;
}

/** Takes a tile with its result. */
export function tileViewOf(tile: Tile): TileView {
  const description: unknown = tile.insight?.description; // tiles are not checked
  return {
    id: tile.id,
    title: displayText(tileTitle(tile) ?? t('Untitled tile')),
    description: typeof description === 'string' ? displayText(description) : '',
    model: readTile(tile),
    computedAt: computedAt(tile),
    layout: readLayout(tile),
  };
}
