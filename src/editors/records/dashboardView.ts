// What a dashboard's page shows of a record and its tiles.
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { describeProtected, describeViewOnly } from '#host/readonlyRecordText.ts';
import type { ChartModel } from '#insights/chartModel.ts';
import { computedAt, readTile, resultAsJson } from '#insights/readTile.ts';
import { readLayout } from '#insights/tileLayout.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { type Dashboard, isViewOnly } from '#model/records/deckRecord.ts';
import { tagsOf } from '#model/records/recordTags.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { type Tile, tileTitle } from '#model/records/dashboardTiles.ts';
import type { DashboardHeader, TileView } from '#protocol/dashboardMessages.ts';
import { displayText } from '#text/displayText.ts';
import { formatTags } from '#text/parseTags.ts';
import { type HeaderSources, recordHeaderOf } from './recordHeader.ts';

const { t } = vscode.l10n;

export function headerOf(ref: RecordRef, dashboard: Dashboard, sources: HeaderSources): DashboardHeader {
  const tags = tagsOf(dashboard);
  return {
    ...recordHeaderOf(ref, dashboard, sources),
    tags: tags.map((tag) => displayText(tag)),
    tagsText: formatTags(tags),
    isPinned: dashboard.pinned,
    readonlyReason: readonlyReasonOf(ref, dashboard, sources.guard),
    access: accessOf(dashboard.restriction_level),
  };
}

function readonlyReasonOf(ref: RecordRef, dashboard: Dashboard, guard: WriteGuard): string | undefined {
  if (guard.protectionOf(ref) === 'readOnly') return describeProtected(guard.projectName(ref));
  return isViewOnly(dashboard) ? describeViewOnly('dashboard') : undefined;
}

function accessOf(level: number | null | undefined): DashboardHeader['access'] {
  return level === 21 ? 'everyone' : level === 37 ? 'collaborators' : undefined;
}

/** Takes a tile with its result. An error while reading it affects this tile only. */
export function tileViewOf(tile: Tile, log: Pick<Log, 'warn'>): TileView {
  const description: unknown = tile.insight?.description; // tiles are not checked
  return {
    id: tile.id,
    title: displayText(tileTitle(tile) ?? t('Untitled tile')),
    description: typeof description === 'string' ? displayText(description) : '',
    model: modelOf(tile, log),
    computedAt: computedAt(tile),
    layout: readLayout(tile),
  };
}

function modelOf(tile: Tile, log: Pick<Log, 'warn'>): ChartModel {
  try {
    return readTile(tile);
  } catch (error) {
    log.warn(`Could not read the result of tile ${tile.id}.`, error);
    return resultAsJson(tile.insight?.result, 'shape');
  }
}
