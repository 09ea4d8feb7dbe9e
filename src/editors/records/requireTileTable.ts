import * as vscode from 'vscode';
import { UserError } from '#host/userError.ts';
import type { DataTable } from '#insights/dataTable.ts';
import type { Tile } from '#model/records/dashboardTiles.ts';
import { tableOf } from './tileTableText.ts';

const { t } = vscode.l10n;

/** All of a tile's data. Throws UserError where it has none. */
export function requireTileTable(tile: Tile): DataTable {
  const table = tableOf(tile, t);
  if (!table) throw new UserError(t('This tile has no data to show as a table.'));
  return table;
}
