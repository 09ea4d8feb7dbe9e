// Copies a tile's data as CSV or Markdown.
import * as vscode from 'vscode';
import type { Tile } from '#model/records/dashboardTiles.ts';
import { requireTileTable } from './requireTileTable.ts';
import { formatMarkdown, formatNeutralCsv } from './tileTableText.ts';

export async function copyTileToClipboard(tile: Tile, format: 'csv' | 'markdown'): Promise<void> {
  const table = requireTileTable(tile);
  await vscode.env.clipboard.writeText(format === 'csv' ? formatNeutralCsv(table) : formatMarkdown(table));
}
