// A tile's data outside of its page: as CSV or Markdown on the clipboard, or as an export that opens as a table.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { exportFileName } from '#exports/files/exportFileName.ts';
import { UserError } from '#host/userError.ts';
import type { DataTable } from '#insights/dataTable.ts';
import { tableEditorViewType } from '#manifest.ts';
import { type Tile, tileTitle } from '#model/records/dashboardTiles.ts';
import { formatCsv, formatMarkdown, formatNeutralCsv, tableOf } from './tileTableText.ts';

const { t } = vscode.l10n;

export async function copyTile(tile: Tile, format: 'csv' | 'markdown'): Promise<void> {
  const table = requireTable(tile);
  await vscode.env.clipboard.writeText(format === 'csv' ? formatNeutralCsv(table) : formatMarkdown(table));
}

/** Like every export, the file is readable by this person alone and is removed after some days. */
export async function openTileAsTable(tile: Tile, exportsFolder: string): Promise<void> {
  const csv = formatCsv(requireTable(tile));
  const name = exportFileName({ id: tile.id, name: tileTitle(tile) }, 'csv', new Date());
  const file = path.join(exportsFolder, name);
  await mkdir(exportsFolder, { recursive: true, mode: 0o700 });
  await writeFile(file, csv, { mode: 0o600 });
  await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), tableEditorViewType);
}

function requireTable(tile: Tile): DataTable {
  const table = tableOf(tile, t);
  if (!table) throw new UserError(t('This tile has no data to show as a table.'));
  return table;
}
