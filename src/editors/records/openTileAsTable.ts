// Opens a tile's data in the table editor, as an export of its own.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { exportFileName } from '#exports/files/exportFileName.ts';
import { tableEditorViewType } from '#manifest.ts';
import { type Tile, tileTitle } from '#model/records/dashboardTiles.ts';
import { requireTileTable } from './requireTileTable.ts';
import { formatCsv } from './tileTableText.ts';

/** Like every export, the file is readable by its owner only, and is deleted after some days. */
export async function openTileAsTable(tile: Tile, exportsFolder: string): Promise<void> {
  const csv = formatCsv(requireTileTable(tile));
  const name = exportFileName({ id: tile.id, name: tileTitle(tile) }, 'csv', new Date());
  const file = path.join(exportsFolder, name);
  await mkdir(exportsFolder, { recursive: true, mode: 0o700 });
  await writeFile(file, csv, { mode: 0o600 });
  await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), tableEditorViewType);
}
